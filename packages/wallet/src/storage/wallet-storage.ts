import type { NetworkName } from '@cairn/protocol';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';

/** Where the encrypted vault is kept. One vault a browser profile and gateway address. */
export interface VaultStorage {
  /** The stored value, unjudged (`openVault` and `decodeVaultFile` judge it); `undefined` when there is none. */
  read(): Promise<unknown>;
  /**
   * Puts a vault in the place of `expected` (`undefined`: of nothing), all or nothing: it is read back and compared
   * before the old one is let go. Throws `vault_changed` when something else is stored by now, else
   * `storage_write_failed` (`data.full`: there is no room); the old vault is then still there.
   */
  write(file: VaultFile, expected: unknown): Promise<void>;
  /** Puts a vault beside the stored one, in the place of an earlier one there. Throws as `write`. */
  stage(file: VaultFile): Promise<void>;
  /** What stands beside the vault, unjudged; `undefined` when nothing does. */
  readStaged(): Promise<unknown>;
  /** Puts what stands beside the vault in its place, in one transaction. Throws as `write`. */
  promote(staged: VaultFile, expected: unknown): Promise<void>;
  /** Removes what stands beside the vault. */
  discardStaged(): Promise<void>;
  /** Removes the vault and what stands beside it. */
  remove(): Promise<void>;
}

/** Where wrong passwords are counted, so that reloading the page does not reset the count. */
export interface AttemptStorage {
  /** The stored count, unjudged (lock/back-off.ts judges it). */
  read(): Promise<unknown>;
  /** Throws `storage_write_failed`. */
  write(attempts: unknown): Promise<void>;
}

/**
 * Where signed transactions are kept from before they are first sent until their fate is known. They are not secret (a
 * signature reveals no key), so they need no encryption: a reader could only broadcast the signed transfers.
 */
export interface OutboxStorage {
  /** Entries of one sender on one network, by nonce. */
  list(network: NetworkName, fromAddress: string): Promise<OutboxEntry[]>;
  /** Stores an entry, replacing the one with the same ID. Throws `storage_write_failed`. */
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** The stores, as one thing that is opened and closed. */
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
  fromAddress: string,
): OutboxEntry[] {
  return entries
    .filter((entry) => entry.network === network && entry.fromAddress === fromAddress)
    .sort((a, b) => a.nonce - b.nonce || a.signedAt - b.signedAt);
}

/** Whether two stored values are the same, field by field in the same order. */
export function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
