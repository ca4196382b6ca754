import { formatPebbles, parsePebbles } from '@cairn/protocol';
import { validateMnemonic } from '@cairn/protocol/hd-keys';
import { checkMnemonic } from '../mnemonic.ts';
import { WalletError } from '../wallet-error.ts';
import {
  CONTENTS_LIMITS,
  createVaultContents,
  MAX_ACCOUNT_INDEX,
  type Cancellations,
  type CancelledTransfer,
  type Contact,
  type DerivedEntry,
  type VaultContents,
  type WatchedEntry,
} from './vault-contents.ts';

/*
 * The vault's plaintext: UTF-8 JSON (docs/VAULT-FORMAT.md). Its form depends on the version in the header:
 *
 *   1   { mnemonic, accounts: [{ index }], selected: index }
 *   2   VaultContents (vault-contents.ts)
 */

/** Versions of the contents that can be read; new vaults have the last of these. */
export const CONTENTS_VERSIONS = [1, 2] as const;
export type ContentsVersion = (typeof CONTENTS_VERSIONS)[number];

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
export function decodeVaultContents(plaintext: Uint8Array, version: ContentsVersion = 2): VaultContents {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
    return version === 1 ? readVersion1(object(value)) : readContents(object(value));
  } catch (cause) {
    // The error names a field, never its value; the message of JSON.parse would quote the plaintext.
    const field = cause instanceof InvalidField ? cause.message : 'json';
    throw new WalletError('vault_damaged', 'The vault was decrypted, but its contents are damaged.', {
      data: { field },
    });
  }
}

/** All wallets of version 1 are backed up: they were imported, or opened only after the phrase was confirmed. */
function readVersion1(value: Record<string, unknown>): VaultContents {
  const { mnemonic, accounts, selected } = value;
  const named = list(accounts, 'accounts', CONTENTS_LIMITS.accounts).map((item) => ({
    ...object(item),
    name: '',
  }));
  const base = createVaultContents('', { backedUp: true });
  return readContents({ ...base, phrase: mnemonic, accounts: named, selected });
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
