import { validateMnemonic } from '@cairn/protocol/hd-keys';
import * as z from 'zod/mini';
import { checkMnemonic } from '../mnemonic.ts';
import { WalletError } from '../wallet-error.ts';
import { unreadable } from './vault-file.ts';

/** Highest account index (BIP-32, not hardened). */
export const MAX_ACCOUNT_INDEX = 0x7fff_ffff;

/** Limits of a vault's contents, which keep it below the maximum size of a vault file. */
export const CONTENTS_LIMITS = {
  accounts: 1_000,
  watchOnly: 200,
  contacts: 1_000,
  labels: 5_000,
  /** Maximum length of the texts in UTF-16 code units. */
  name: 60,
  note: 280,
  label: 120,
} as const;

const text = (maximum: number) => z.string().check(z.maxLength(maximum));
const name = text(CONTENTS_LIMITS.name);
/** An address or a transaction ID. */
const key = text(64);
const list = <Item extends z.ZodMiniType>(item: Item, maximum: number) =>
  z.readonly(z.array(item).check(z.maxLength(maximum)));
const map = <Value extends z.ZodMiniType>(value: Value, maximum: number) =>
  z.readonly(z.record(key, value).check(z.refine((entries) => Object.keys(entries).length <= maximum)));

/** An account of the recovery phrase. If its name is empty, its default name shows the index. */
const DERIVED = z.readonly(
  z.object({ index: z.int().check(z.minimum(0), z.maximum(MAX_ACCOUNT_INDEX)), name }),
);
/** A watched address: the wallet has no key to spend from it. */
const WATCHED = z.readonly(z.object({ address: key, name }));
const CONTACT = z.readonly(z.object({ address: key, name, note: text(CONTENTS_LIMITS.note) }));

/**
 * The decrypted contents of a vault; as UTF-8 JSON the plaintext of the vault file (docs/VAULT-FORMAT.md).
 */
const CONTENTS = z
  .object({
    /** Recovery phrase in canonical form, from whose exact text the keys are derived. It is the only secret. */
    phrase: z
      .string()
      .check(z.refine((phrase) => checkMnemonic(phrase).state === 'valid' && validateMnemonic(phrase))),
    /** Ascending by index, without duplicates, at least one. */
    accounts: list(DERIVED, CONTENTS_LIMITS.accounts).check(z.refine((accounts) => accounts.length > 0)),
    /** In the order in which they were added, without duplicates. */
    watchOnly: list(WATCHED, CONTENTS_LIMITS.watchOnly),
    /** The account shown last, which is in `accounts` or `watchOnly`. */
    selected: z.union([z.number(), z.string()]),
    contacts: list(CONTACT, CONTENTS_LIMITS.contacts),
    /** Private notes by transaction ID. */
    labels: map(text(CONTENTS_LIMITS.label), CONTENTS_LIMITS.labels),
    /** The owner has confirmed the phrase's words, or has restored the wallet with it. */
    backedUp: z.boolean(),
    /** The search for accounts in use on the chain has completed. */
    searched: z.boolean(),
  })
  .check(
    z.refine(({ accounts, watchOnly, selected }) => {
      const refs = [...accounts.map(({ index }) => index), ...watchOnly.map(({ address }) => address)];
      return new Set<AccountRef>(refs).size === refs.length && refs.includes(selected);
    }),
  );

/** An address and the name that the wallet's owner gave it. */
export type Contact = z.infer<typeof CONTACT>;

/** Refers to an account: the derivation index of an own one, or the address of a watched one. */
export type AccountRef = number | string;

export type VaultContents = Readonly<z.infer<typeof CONTENTS>>;

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

/**
 * UTF-8 JSON of the contents. Throws `wallet_full` for a list above its limit, and `invalid_contents` if
 * {@link decodeVaultContents} would reject them, so that no vault is written that cannot be opened again.
 */
export function encodeVaultContents(contents: VaultContents): Uint8Array<ArrayBuffer> {
  for (const list of ['accounts', 'watchOnly', 'contacts', 'labels'] as const) {
    if (Object.keys(contents[list]).length > CONTENTS_LIMITS[list])
      throw new WalletError('wallet_full', `The wallet has no room for more ${list}.`);
  }
  const { success, data } = z.safeParse(CONTENTS, contents);
  if (!success) throw new WalletError('invalid_contents', 'The wallet cannot store this.');
  return new TextEncoder().encode(JSON.stringify(data));
}

/**
 * Parses a decrypted plaintext. Throws `vault_unreadable` for contents that the wallet cannot have written; the error names
 * a field, never its value.
 */
export function decodeVaultContents(plaintext: Uint8Array): VaultContents {
  const { success, data, error } = z.safeParse(CONTENTS, parseJson(plaintext));
  if (!success) throw unreadable(error.issues[0]?.path.join('.') ?? '');
  return { ...data, accounts: data.accounts.toSorted((a, b) => a.index - b.index) };
}

function parseJson(plaintext: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
  } catch {
    throw unreadable('json'); // without the cause, whose message would quote the plaintext
  }
}
