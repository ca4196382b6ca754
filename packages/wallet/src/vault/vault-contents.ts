import type { Address } from '@cairn/protocol';

/** Highest account index (BIP-32, not hardened). */
export const MAX_ACCOUNT_INDEX = 0x7fff_ffff;

/** Limits of a vault's contents, which keep it below the maximum size of a vault file. */
export const CONTENTS_LIMITS = {
  accounts: 1_000,
  watchOnly: 200,
  contacts: 1_000,
  labels: 5_000,
  cancelled: 500,
  /** Maximum length of the texts in UTF-16 code units. */
  name: 60,
  note: 280,
  label: 120,
} as const;

/** An account of the recovery phrase. If its name is empty, its default name shows the index. */
export interface DerivedEntry {
  readonly index: number;
  readonly name: string;
}

/** A watched address: the wallet has no key to spend from it. */
export interface WatchedEntry {
  readonly address: Address;
  readonly name: string;
}

/** An address and the name that the wallet's owner gave it. */
export interface Contact {
  readonly address: Address;
  readonly name: string;
  readonly note: string;
}

/** A transfer that was cancelled for good: its value (a decimal string of pebbles) and recipient. */
export interface CancelledTransfer {
  readonly value: string;
  readonly toAddress: Address;
}

/** Cancelled transfers by the ID of the cancelling transaction, the oldest record first. */
export type Cancellations = Readonly<Record<string, CancelledTransfer>>;

/** Refers to an account: the derivation index of an own one, or the address of a watched one. */
export type AccountRef = number | string;

/** The decrypted contents of a vault. The vault file contains them encrypted with the password. */
export interface VaultContents {
  /** Recovery phrase in canonical form. It is the only secret. */
  readonly phrase: string;
  /** Ascending by index, without duplicates, at least one. */
  readonly accounts: readonly DerivedEntry[];
  /** In the order in which they were added, without duplicates. */
  readonly watchOnly: readonly WatchedEntry[];
  /** The account shown last, which is in `accounts` or `watchOnly`. */
  readonly selected: AccountRef;
  readonly contacts: readonly Contact[];
  /** Private notes by transaction ID or address. */
  readonly labels: Readonly<Record<string, string>>;
  /** Details of cancelled transfers, which are not on the chain; absent before the first. */
  readonly cancelled?: Cancellations;
  /** The owner has confirmed the phrase's words, or has restored the wallet with it. */
  readonly backedUp: boolean;
  /** The search for accounts in use on the chain has completed. */
  readonly searched: boolean;
}

/** The part of the contents that an unlocked wallet keeps in memory: all but the phrase. */
export type PublicContents = Omit<VaultContents, 'phrase'>;

/** Contents of a new vault for a phrase, with accounts 0 … `accounts` − 1. */
export function createVaultContents(
  phrase: string,
  options: { accounts?: number; backedUp?: boolean; searched?: boolean } = {},
): VaultContents {
  const { accounts = 1, backedUp = false, searched = true } = options;
  return {
    phrase,
    accounts: Array.from({ length: accounts }, (_, index) => ({ index, name: '' })),
    watchOnly: [],
    selected: 0,
    contacts: [],
    labels: {},
    backedUp,
    searched,
  };
}

export function withoutPhrase({ phrase: _phrase, ...rest }: VaultContents): PublicContents {
  return rest;
}
