import type { Address } from './identifiers.ts';
import { HDKey } from '@scure/bip32';
import * as bip39 from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { addressFromPublicKey } from './address.ts';
import { ProtocolError } from './errors.ts';
import type { Network } from './networks.ts';
import { getPublicKey } from './signature.ts';

/** The 2,048 English words of BIP-39, in order. */
export const MNEMONIC_WORDS: readonly string[] = wordlist;

/** An account derived from a mnemonic. */
export interface DerivedKey {
  /** BIP-32 path, `m/44'/1'/0'/0/i`. */
  readonly path: string;
  readonly privateKey: Uint8Array;
  /** The 64 bytes X ‖ Y. */
  readonly publicKey: Uint8Array;
  readonly address: Address;
}

/** Lowercase words separated by single spaces, as BIP-39 hashes them. */
function normalizeMnemonic(text: string): string {
  return text.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ');
}

/**
 * A new English mnemonic (BIP-39) from the platform's secure random source.
 * @param wordCount 12 (128 bits) or 24 (256 bits)
 */
export function generateMnemonic(wordCount: 12 | 24 = 12): string {
  return bip39.generateMnemonic(wordlist, wordCount === 12 ? 128 : 256);
}

/** True for English BIP-39 words with a valid number and checksum; case and white space do not matter. */
export function validateMnemonic(mnemonic: string): boolean {
  return bip39.validateMnemonic(normalizeMnemonic(mnemonic), wordlist);
}

/**
 * The 64-byte seed of a mnemonic (BIP-39).
 * @throws ProtocolError `invalid_mnemonic`
 */
export function mnemonicToSeed(mnemonic: string, passphrase = ''): Uint8Array {
  if (!validateMnemonic(mnemonic)) {
    throw new ProtocolError('invalid_mnemonic', 'not a valid English BIP-39 mnemonic');
  }
  return bip39.mnemonicToSeedSync(normalizeMnemonic(mnemonic), passphrase);
}

/** {@link mnemonicToSeed} by WebCrypto, which needs a twentieth of the time in a browser. */
export async function mnemonicToSeedAsync(mnemonic: string): Promise<Uint8Array> {
  if (!validateMnemonic(mnemonic)) {
    throw new ProtocolError('invalid_mnemonic', 'not a valid English BIP-39 mnemonic');
  }
  return await bip39.mnemonicToSeedWebcrypto(normalizeMnemonic(mnemonic));
}

/** BIP-32 path of the accounts of testnet and devnet (PROTOCOL.md section 2); an account's index follows. */
const ACCOUNTS_PATH = "m/44'/1'/0'/0";

/** The key from which the accounts of one seed are derived. `wipePrivateData` overwrites it. */
export type AccountsKey = HDKey;

/**
 * Derives the key of all accounts, so that each account takes one more step instead of five.
 * @param seed 64 bytes (BIP-32 allows 16 to 64)
 * @throws ProtocolError `invalid_key`
 */
export function deriveAccountsKey(seed: Uint8Array): AccountsKey {
  if (seed.length < 16 || seed.length > 64) {
    throw new ProtocolError('invalid_key', `a seed has 16 to 64 bytes, not ${seed.length}`);
  }
  return HDKey.fromMasterSeed(seed).derive(ACCOUNTS_PATH);
}

/**
 * Derives an account's key.
 * @param source a mnemonic, its seed, or the key of all of its accounts; and the account's index, 0 to 2^31 - 1
 * @throws ProtocolError `invalid_mnemonic` or `invalid_key`
 */
export function deriveKey(
  source: (
    | { readonly mnemonic: string }
    | { readonly seed: Uint8Array }
    | { readonly accounts: AccountsKey }
  ) & {
    readonly network: Network;
    readonly index: number;
  },
): DerivedKey {
  const { index, network } = source;
  if (!Number.isInteger(index) || index < 0 || index > 0x7fff_ffff) {
    throw new ProtocolError('invalid_key', `${index} is not an account index`);
  }
  const accounts =
    'accounts' in source
      ? source.accounts
      : deriveAccountsKey('seed' in source ? source.seed : mnemonicToSeed(source.mnemonic));
  const path = `${ACCOUNTS_PATH}/${index}`;
  const { privateKey } = accounts.deriveChild(index);
  if (privateKey === null) throw new ProtocolError('invalid_key', `no key at ${path}`);
  const publicKey = getPublicKey(privateKey);
  return { path, privateKey, publicKey, address: addressFromPublicKey(publicKey, network) };
}
