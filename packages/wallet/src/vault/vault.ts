import { bytesToHex, hexToBytes, type NetworkName } from '@cairn/protocol';
import { decodeVaultContents, encodeVaultContents, type VaultContents } from './vault-contents.ts';
import {
  createVaultHeader,
  decodeVaultFile,
  DEFAULT_ITERATIONS,
  encodeAssociatedData,
  type IterationBounds,
  NONCE_BYTES,
  SALT_BYTES,
  type VaultFile,
  type VaultHeader,
} from './vault-file.ts';
import { WalletError } from '../wallet-error.ts';

/** Minimum length of a new vault's password, in UTF-16 code units. */
export const MIN_PASSWORD_LENGTH = 8;

/** Passwords that are long enough, but among the most common in lists of leaked passwords. */
const COMMON: ReadonlySet<string> = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd qwertyuiop qwerty123 qwertyui 1q2w3e4r 1qaz2wsx
  asdfghjkl iloveyou sunshine princess football baseball superman trustno1 letmein1 welcome1 abcd1234 abc12345 abcdefgh
  testtest changeme`.split(/\s+/),
);

/** Why a new password is rejected; `undefined` if it is accepted. Only certainly weak passwords are rejected. */
export function passwordProblem(password: string): 'short' | 'common' | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return 'short';
  const folded = password.toLowerCase();
  const repeated = new Set(folded).size === 1;
  return repeated || isDigitRun(folded) || COMMON.has(folded) ? 'common' : undefined;
}

/** Consecutive digits, up or down: 12345678. */
function isDigitRun(text: string): boolean {
  return '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);
}

/**
 * Derives a vault's key: PBKDF2-HMAC-SHA-256 over the password's NFKC form, so that it does not matter how a keyboard
 * composes its characters. The key cannot be extracted from the platform, and the encoded password is overwritten.
 * @param iterations already checked against the bounds (vault-file.ts)
 */
export async function deriveVaultKey(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(password.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  secret.fill(0);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Encrypts a plaintext under a header, whose nonce must be new; returns ciphertext and tag. */
export async function encryptVault(
  key: CryptoKey,
  header: VaultHeader,
  plaintext: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.encrypt(parameters(header), key, plaintext));
}

/**
 * Decrypts a file. Throws `wrong_password` for another key, and for a changed header or ciphertext, which AES-GCM does
 * not distinguish from another key.
 */
export async function decryptVault(key: CryptoKey, file: VaultFile): Promise<Uint8Array> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters(file), key, bytesOf(file.ciphertext)));
  } catch (cause) {
    throw new WalletError('wrong_password', 'This password does not open the wallet.', { cause });
  }
}

/** The bytes of a hex text in a buffer of their own, as WebCrypto's types require. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hexToBytes(hex));
}

function parameters(header: VaultHeader): AesGcmParams {
  return {
    name: 'AES-GCM',
    iv: bytesOf(header.cipher.nonce),
    additionalData: encodeAssociatedData(header),
    tagLength: 128,
  };
}

/**
 * Access to a vault without its password, by a key that cannot be extracted. It does not keep the contents: each change
 * first decrypts the stored file, so that the phrase is in memory only briefly, and that the change applies to the
 * stored contents, which another tab may have changed.
 */
export interface OpenVault {
  readonly network: NetworkName;
  /** Decrypts a file. Throws `vault_changed` if it is under another key (the password was changed). */
  read(value: unknown): Promise<VaultContents>;
  /** Encrypts contents with a fresh nonce; returns the file to store. Throws `invalid_contents`. */
  seal(contents: VaultContents): Promise<VaultFile>;
}

/**
 * Encrypts contents under a new password: PBKDF2-HMAC-SHA-256 over a fresh 32-byte salt, AES-256-GCM with a fresh
 * nonce, the header as associated data. `iterations` is for tests; a vault outside the bounds is rejected when it is
 * read. The screens check the password first ({@link passwordProblem}). Throws `invalid_contents`.
 */
export async function createVault(input: {
  password: string;
  network: NetworkName;
  contents: VaultContents;
  iterations?: number;
}): Promise<{ file: VaultFile; vault: OpenVault }> {
  const { password, network, contents, iterations = DEFAULT_ITERATIONS } = input;
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await deriveVaultKey(password, salt, iterations);
  const vault = toOpenVault({ key, network, salt, iterations });
  return { file: await vault.seal(contents), vault };
}

/**
 * Decrypts a stored value. Throws `wrong_password` (also for a changed header or ciphertext, which AES-GCM does not
 * distinguish from a wrong password) or `vault_unreadable`.
 */
export async function openVault(
  value: unknown,
  password: string,
  bounds?: IterationBounds,
): Promise<{ file: VaultFile; vault: OpenVault; contents: VaultContents }> {
  const file = decodeVaultFile(value, bounds);
  const salt = bytesOf(file.kdf.salt);
  const { iterations } = file.kdf;
  const key = await deriveVaultKey(password, salt, iterations);
  const contents = await readContents(key, file);
  return { file, vault: toOpenVault({ key, network: file.network, salt, iterations }), contents };
}

interface VaultKey {
  readonly key: CryptoKey;
  readonly network: NetworkName;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

function toOpenVault(vaultKey: VaultKey): OpenVault {
  const { key, network, salt, iterations } = vaultKey;
  return {
    network,
    async read(value) {
      // No key is derived here, so a large number of iterations costs nothing; a number other than this key's is
      // refused below.
      const file = decodeVaultFile(value, { minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
      const sameKey = file.kdf.salt === bytesToHex(salt) && file.kdf.iterations === iterations;
      if (!sameKey || file.network !== network) {
        throw new WalletError('vault_changed', 'The stored wallet has another password.');
      }
      return readContents(key, file);
    },
    seal: (contents) => seal(vaultKey, contents),
  };
}

async function seal(vaultKey: VaultKey, contents: VaultContents): Promise<VaultFile> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const header = createVaultHeader({ ...vaultKey, nonce });
  const plaintext = encodeVaultContents(contents);
  const ciphertext = await encryptVault(vaultKey.key, header, plaintext);
  plaintext.fill(0);
  return { ...header, ciphertext: bytesToHex(ciphertext) };
}

async function readContents(key: CryptoKey, file: VaultFile): Promise<VaultContents> {
  const plaintext = await decryptVault(key, file);
  try {
    return decodeVaultContents(plaintext);
  } finally {
    plaintext.fill(0);
  }
}
