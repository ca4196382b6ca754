import { checkMnemonic } from '../mnemonic.ts';
import { WalletError } from '../wallet-error.ts';

/** Highest account index (BIP-32, not hardened). */
export const MAX_ACCOUNT_INDEX = 0x7fff_ffff;

/** Accounts that one vault may list. */
export const MAX_ACCOUNTS = 1_000;

/** What the password protects: the phrase, which accounts its owner sees, and the one shown last. */
export interface VaultContents {
  readonly mnemonic: string;
  /** Derivation indices (the last step of the path), ascending, without duplicates, at least one. */
  readonly accounts: readonly { readonly index: number }[];
  /** Index of the selected account; one of `accounts`. */
  readonly selected: number;
}

/** Contents of a new vault: accounts 0 … `count` − 1, the first one selected. */
export function createVaultContents(mnemonic: string, count = 1): VaultContents {
  return { mnemonic, accounts: Array.from({ length: count }, (_, index) => ({ index })), selected: 0 };
}

/** Contents with the next unused account added and selected. */
export function addNextAccount(contents: VaultContents): VaultContents {
  const used = new Set(contents.accounts.map((account) => account.index));
  let index = 0;
  while (used.has(index)) index++;
  if (contents.accounts.length >= MAX_ACCOUNTS) {
    throw new WalletError('invalid_account_index', 'This wallet already lists as many accounts as it can.');
  }
  const accounts = [...contents.accounts, { index }].sort((a, b) => a.index - b.index);
  return { ...contents, accounts, selected: index };
}

/** Contents with another listed account selected. Throws `invalid_account_index` for one that is not listed. */
export function selectAccount(contents: VaultContents, index: number): VaultContents {
  if (!contents.accounts.some((account) => account.index === index)) {
    throw new WalletError('invalid_account_index', 'This account is not in the wallet.', { data: { index } });
  }
  return { ...contents, selected: index };
}

/** UTF-8 JSON of the contents, the vault's plaintext. */
export function encodeVaultContents(contents: VaultContents): Uint8Array<ArrayBuffer> {
  const { mnemonic, accounts, selected } = contents;
  return new TextEncoder().encode(
    JSON.stringify({ mnemonic, accounts: accounts.map(({ index }) => ({ index })), selected }),
  );
}

/** Reads a decrypted plaintext. Throws `vault_damaged` when it is not what {@link encodeVaultContents} writes. */
export function decodeVaultContents(plaintext: Uint8Array): VaultContents {
  const value = parseJson(plaintext);
  if (typeof value !== 'object' || value === null) throw damaged();
  const { mnemonic, accounts, selected } = value as Record<string, unknown>;
  if (typeof mnemonic !== 'string' || checkMnemonic(mnemonic).state !== 'valid') throw damaged();
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > MAX_ACCOUNTS) throw damaged();
  const indices = accounts.map(decodeAccount);
  if (new Set(indices).size !== indices.length) throw damaged();
  if (typeof selected !== 'number' || !indices.includes(selected)) throw damaged();
  return { mnemonic, accounts: indices.sort((a, b) => a - b).map((index) => ({ index })), selected };
}

function decodeAccount(value: unknown): number {
  const index = typeof value === 'object' && value !== null && 'index' in value ? value.index : undefined;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > MAX_ACCOUNT_INDEX)
    throw damaged();
  return index;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause?: unknown): WalletError {
  return new WalletError('vault_damaged', 'The vault opened, but its contents cannot be read.', { cause });
}
