import { bytesToHex, hexToBytes, type NetworkName } from '@cairn/protocol';
import { decodeVaultContents, encodeVaultContents, type VaultContents } from './vault-contents.ts';
import {
  createVaultHeader,
  decodeVaultFile,
  DEFAULT_ITERATIONS,
  encodeAssociatedData,
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

/** What a vault's key is derived with: the number of iterations, and 32 bytes in hex. */
type Derivation = Pick<VaultFile['kdf'], 'iterations' | 'salt'>;

/**
 * Derives a vault's key: PBKDF2-HMAC-SHA-256 over the password's NFKC form, so that it does not matter how a keyboard
 * composes its characters. The key cannot be extracted from the platform, and the encoded password is overwritten.
 */
export async function deriveVaultKey(password: string, { iterations, salt }: Derivation): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(password.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  secret.fill(0);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations };
  const cipher = { name: 'AES-GCM', length: 256 };
  return crypto.subtle.deriveKey(parameters, material, cipher, false, ['encrypt', 'decrypt']);
}

/** Encrypts a plaintext under a header, whose nonce must be new; returns ciphertext and tag in hex. */
export async function encryptVault(
  key: CryptoKey,
  header: VaultHeader,
  plaintext: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.encrypt(parametersOf(header), key, plaintext)));
}

/** Throws `wrong_password` for another key, and for a changed file, which AES-GCM does not distinguish. */
async function decryptVault(key: CryptoKey, file: VaultFile): Promise<VaultContents> {
  let plaintext: Uint8Array;
  try {
    plaintext = new Uint8Array(
      await crypto.subtle.decrypt(parametersOf(file), key, bytesOf(file.ciphertext)),
    );
  } catch (cause) {
    throw new WalletError('wrong_password', 'This password does not open the wallet.', { cause });
  }
  try {
    return decodeVaultContents(plaintext);
  } finally {
    plaintext.fill(0);
  }
}

function parametersOf(header: VaultHeader): AesGcmParams {
  const iv = bytesOf(header.cipher.nonce);
  return { name: 'AES-GCM', iv, additionalData: encodeAssociatedData(header), tagLength: 128 };
}

/** The bytes of a hex text in a buffer of their own, as WebCrypto's types require. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hexToBytes(hex));
}

const randomHex = (bytes: number): string => bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));

/**
 * Access to a vault without its password, by a key that cannot be extracted. It does not keep the contents: each change
 * first decrypts the stored file, so that the phrase is in memory only briefly, and that the change applies to the
 * stored contents, which another tab may have changed.
 */
export interface OpenVault {
  readonly network: NetworkName;
  /** Decrypts a file. Throws `vault_changed` if it is under another key (the password was changed). */
  read(value: unknown): Promise<VaultContents>;
  /** Encrypts contents with a fresh nonce; returns the file to store. Throws as `encodeVaultContents`. */
  seal(contents: VaultContents): Promise<VaultFile>;
}

/**
 * Encrypts contents under a new password: PBKDF2-HMAC-SHA-256 over a fresh 32-byte salt, AES-256-GCM with a fresh
 * nonce, the header as associated data. The screens check the password first ({@link passwordProblem}). Throws
 * as `encodeVaultContents`.
 */
export async function createVault(input: {
  password: string;
  network: NetworkName;
  contents: VaultContents;
}): Promise<{ file: VaultFile; vault: OpenVault }> {
  const { password, network, contents } = input;
  const derivation = { iterations: DEFAULT_ITERATIONS, salt: randomHex(SALT_BYTES) };
  const vault = toOpenVault(network, derivation, await deriveVaultKey(password, derivation));
  return { file: await vault.seal(contents), vault };
}

/**
 * Decrypts a stored value. Throws `wrong_password` (also for a changed header or ciphertext, which AES-GCM does not
 * distinguish from a wrong password) or `vault_unreadable`.
 */
export async function openVault(
  value: unknown,
  password: string,
): Promise<{ file: VaultFile; vault: OpenVault; contents: VaultContents }> {
  const file = decodeVaultFile(value);
  const key = await deriveVaultKey(password, file.kdf);
  return { file, vault: toOpenVault(file.network, file.kdf, key), contents: await decryptVault(key, file) };
}

function toOpenVault(network: NetworkName, derivation: Derivation, key: CryptoKey): OpenVault {
  const { iterations, salt } = derivation;
  return {
    network,
    async read(value) {
      const file = decodeVaultFile(value);
      const isSameKey = file.kdf.salt === salt && file.kdf.iterations === iterations;
      if (!isSameKey || file.network !== network) {
        throw new WalletError('vault_changed', 'The stored wallet has another password.');
      }
      return decryptVault(key, file);
    },
    async seal(contents) {
      const header = createVaultHeader(network, derivation, randomHex(NONCE_BYTES));
      const plaintext = encodeVaultContents(contents);
      const ciphertext = await encryptVault(key, header, plaintext);
      plaintext.fill(0);
      return { ...header, ciphertext };
    },
  };
}
