import type { NetworkName } from '@cairn/protocol';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { VaultFile } from '../vault/vault-file.ts';

/** Where the encrypted vault is kept. One vault a browser profile and gateway address. */
export interface VaultStorage {
  /** The stored value, unjudged (`openVault` and `decodeVaultFile` judge it); `undefined` when there is none. */
  read(): Promise<unknown>;
  /**
   * Replaces the stored vault, all or nothing: it is read back and compared before the old one is let go.
   * Throws `storage_write_failed`; the old vault is then still there.
   */
  write(file: VaultFile): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Where signed transactions are kept from before they are first sent until their fate is known. They are not secret (a
 * signature reveals no key), so they need no encryption; whoever reads them could only send what was signed to be sent.
 */
export interface OutboxStorage {
  /** Entries of one sender on one network, by nonce. */
  list(network: NetworkName, fromAddress: string): Promise<OutboxEntry[]>;
  /** Stores an entry, replacing the one with the same ID. Throws `storage_write_failed`. */
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** Both stores, as one thing that is opened and closed. */
export interface WalletStorage {
  readonly vault: VaultStorage;
  readonly outbox: OutboxStorage;
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
