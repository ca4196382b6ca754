import type { Address, NetworkName, TransactionId } from '@cairn/protocol';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';

/** Stores the encrypted vault: one for each browser profile and gateway address. */
export interface VaultStorage {
  /** The stored value; `undefined` if nothing is stored. `openVault` and `decodeVaultFile` validate it. */
  read(): Promise<unknown>;
  /**
   * Replaces the stored value atomically: the new vault is read back and compared before the old one is deleted. Throws
   * `vault_changed` if the stored value is not `expected` (`undefined`: nothing is stored), else `storage_write_failed`
   * (`data.full`: the storage is full). After an error the old vault is still stored.
   */
  write(file: VaultFile, expected: unknown): Promise<void>;
  /**
   * Stores a vault as staged, beside the current one; replaces an earlier staged one. Throws `storage_write_failed`.
   */
  stage(file: VaultFile): Promise<void>;
  /** The staged vault, not validated; `undefined` if there is none. */
  readStaged(): Promise<unknown>;
  /**
   * Replaces the vault with the staged one, in one transaction. Throws `vault_changed` if the stored vault is not
   * `expected` or the staged one is not `staged`, else `storage_write_failed`.
   */
  promote(staged: VaultFile, expected: unknown): Promise<void>;
  /** Removes the staged vault. */
  discardStaged(): Promise<void>;
  /** Removes the vault and a staged one. */
  remove(): Promise<void>;
}

/** Stores the count of wrong passwords, which must survive reloading the page. */
export interface AttemptStorage {
  /** The stored count, which `decodeAttempts` validates. */
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

/** Entries of one sender on one network, by nonce, then by the time of signing. */
export function selectEntries(
  entries: readonly OutboxEntry[],
  network: string,
  fromAddress: Address,
): OutboxEntry[] {
  return entries
    .filter((entry) => entry.network === network && entry.fromAddress === fromAddress)
    .sort((a, b) => a.nonce - b.nonce || a.signedAt - b.signedAt);
}

/** True if two stored values have the same JSON, with the same order of fields. */
export function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
