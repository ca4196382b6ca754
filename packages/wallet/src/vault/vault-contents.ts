import { type Address, formatPebbles, parsePebbles } from '@cairn/protocol';
import { validateMnemonic } from '@cairn/protocol/hd-keys';
import { checkMnemonic } from '../mnemonic.ts';
import { WalletError } from '../wallet-error.ts';

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

/**
 * The decrypted contents of a vault; as UTF-8 JSON the plaintext of the vault file (docs/VAULT-FORMAT.md).
 */
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

/** Maximum length of a stored address or transaction ID. */
const MAX_KEY_LENGTH = 64;
/** Number of digits of the largest amount. */
const MAX_AMOUNT_LENGTH = 20;

/**
 * UTF-8 JSON of the contents. Throws `invalid_contents` if {@link decodeVaultContents} would reject them, so that no
 * vault is written that cannot be opened again.
 */
export function encodeVaultContents(contents: VaultContents): Uint8Array<ArrayBuffer> {
  try {
    return new TextEncoder().encode(JSON.stringify(readContents({ ...contents })));
  } catch (cause) {
    throw new WalletError('invalid_contents', 'The wallet cannot store this.', { cause });
  }
}

/** Parses a decrypted plaintext. Throws `vault_damaged` for contents that the wallet cannot have written. */
export function decodeVaultContents(plaintext: Uint8Array): VaultContents {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
    return readContents(object(value));
  } catch (cause) {
    // The error names a field, never its value; the message of JSON.parse would quote the plaintext.
    const field = cause instanceof InvalidField ? cause.message : 'json';
    throw new WalletError('vault_damaged', 'The vault was decrypted, but its contents are damaged.', {
      data: { field },
    });
  }
}

function readContents(value: Record<string, unknown>): VaultContents {
  const accounts = list(value['accounts'], 'accounts', CONTENTS_LIMITS.accounts).map(readAccount);
  const watchOnly = list(value['watchOnly'], 'watchOnly', CONTENTS_LIMITS.watchOnly).map(readWatched);
  const { selected } = value;
  const refs: unknown[] = [...accounts.map(({ index }) => index), ...watchOnly.map(({ address }) => address)];
  if (accounts.length === 0 || new Set(refs).size !== refs.length) throw new InvalidField('accounts');
  if (!refs.includes(selected)) throw new InvalidField('selected');
  return {
    phrase: readPhrase(value['phrase']),
    accounts: accounts.sort((a, b) => a.index - b.index),
    watchOnly,
    selected: selected as number | string,
    contacts: list(value['contacts'], 'contacts', CONTENTS_LIMITS.contacts).map(readContact),
    labels: readLabels(value['labels']),
    ...(value['cancelled'] !== undefined && { cancelled: readCancellations(value['cancelled']) }),
    backedUp: flag(value['backedUp'], 'backedUp'),
    searched: flag(value['searched'], 'searched'),
  };
}

function readPhrase(value: unknown): string {
  // Keys are derived from the exact text, so only the canonical phrase is valid, not a numbered list of the words.
  if (typeof value !== 'string' || checkMnemonic(value).state !== 'valid' || !validateMnemonic(value))
    throw new InvalidField('phrase');
  return value;
}

function readAccount(value: unknown): DerivedEntry {
  const { index, name } = object(value);
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > MAX_ACCOUNT_INDEX) {
    throw new InvalidField('accounts.index');
  }
  return { index, name: text(name, 'accounts.name', CONTENTS_LIMITS.name) };
}

function readWatched(value: unknown): WatchedEntry {
  const { address, name } = object(value);
  return {
    address: text(address, 'watchOnly.address', MAX_KEY_LENGTH),
    name: text(name, 'watchOnly.name', CONTENTS_LIMITS.name),
  };
}

function readContact(value: unknown): Contact {
  const { address, name, note } = object(value);
  return {
    address: text(address, 'contacts.address', MAX_KEY_LENGTH),
    name: text(name, 'contacts.name', CONTENTS_LIMITS.name),
    note: text(note, 'contacts.note', CONTENTS_LIMITS.note),
  };
}

function readLabels(value: unknown): Record<string, string> {
  const entries = Object.entries(object(value));
  if (entries.length > CONTENTS_LIMITS.labels) throw new InvalidField('labels');
  return Object.fromEntries(
    entries.map(([key, label]) => [
      text(key, 'labels', MAX_KEY_LENGTH),
      text(label, 'labels', CONTENTS_LIMITS.label),
    ]),
  );
}

function readCancellations(value: unknown): Cancellations {
  const entries = Object.entries(object(value));
  if (entries.length > CONTENTS_LIMITS.cancelled) throw new InvalidField('cancelled');
  return Object.fromEntries(
    entries.map(([id, transfer]) => [text(id, 'cancelled', MAX_KEY_LENGTH), readCancelled(transfer)]),
  );
}

function readCancelled(transfer: unknown): CancelledTransfer {
  const { value, toAddress } = object(transfer);
  return {
    value: amount(value, 'cancelled.value'),
    toAddress: text(toAddress, 'cancelled.toAddress', MAX_KEY_LENGTH),
  };
}

function amount(value: unknown, field: string): string {
  try {
    return formatPebbles(parsePebbles(text(value, field, MAX_AMOUNT_LENGTH)));
  } catch {
    throw new InvalidField(field); // without the cause, which would quote the value
  }
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InvalidField('shape');
  return value as Record<string, unknown>;
}

function list(value: unknown, field: string, maximum: number): unknown[] {
  if (!Array.isArray(value) || value.length > maximum) throw new InvalidField(field);
  return value;
}

function text(value: unknown, field: string, maximum: number): string {
  if (typeof value !== 'string' || value.length > maximum) throw new InvalidField(field);
  return value;
}

function flag(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw new InvalidField(field);
  return value;
}

/** Names the field that cannot be read, never its value. */
class InvalidField extends Error {}
