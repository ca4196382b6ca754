import type { Address, NetworkName, TransactionId } from '@cairn/protocol';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';

/** Stores the encrypted vault: one for each browser profile and gateway address. */
export interface VaultStorage {
  /** The stored value, not validated (`openVault` and `decodeVaultFile` do that); `undefined` if nothing is stored. */
  read(): Promise<unknown>;
  /**
   * Replaces `expected` (`undefined`: nothing stored) by a vault atomically: the new one is read back and compared before
   * the old one is dropped. Throws `vault_changed` if another value is stored, else `storage_write_failed` (`data.full`:
   * storage is full); the old vault is then still stored.
   */
  write(file: VaultFile, expected: unknown): Promise<void>;
  /** Stages a vault beside the stored one, replacing an earlier staged one. Throws as `write`. */
  stage(file: VaultFile): Promise<void>;
  /** The staged vault, not validated; `undefined` if none is staged. */
  readStaged(): Promise<unknown>;
  /** Replaces the vault by the staged one, in one transaction. Throws as `write`. */
  promote(staged: VaultFile, expected: unknown): Promise<void>;
  /** Removes the staged vault. */
  discardStaged(): Promise<void>;
  /** Removes the vault and the staged one. */
  remove(): Promise<void>;
}

/** Stores the count of wrong passwords, so that reloading the page does not reset it. */
export interface AttemptStorage {
  /** The stored count, not validated (`decodeAttempts` does that). */
  read(): Promise<unknown>;
  /** Throws `storage_write_failed`. */
  write(attempts: unknown): Promise<void>;
}

/**
 * Stores signed transactions from before they are first sent until they are settled. They are not secret (a signature
 * reveals no key) and not encrypted: a thief could only broadcast them.
 */
export interface OutboxStorage {
  /** Entries of one sender on one network, by nonce. */
  list(network: NetworkName, fromAddress: Address): Promise<OutboxEntry[]>;
  /** Stores an entry, replacing the one with the same ID. Throws `storage_write_failed`. */
  put(entry: OutboxEntry): Promise<void>;
  remove(id: TransactionId): Promise<void>;
  clear(): Promise<void>;
}

/** All stores of the wallet, opened and closed together. */
export interface WalletStorage {
  readonly vault: VaultStorage;
  readonly outbox: OutboxStorage;
  readonly attempts: AttemptStorage;
  close(): void;
}

/** Entries of one sender on one network, by nonce, then by age. */
export function selectEntries(
  entries: readonly OutboxEntry[],
  network: string,
  fromAddress: Address,
): OutboxEntry[] {
  return entries
    .filter((entry) => entry.network === network && entry.fromAddress === fromAddress)
    .sort((a, b) => a.nonce - b.nonce || a.signedAt - b.signedAt);
}

/** Whether two stored values are the same, field by field in the same order. */
export function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
