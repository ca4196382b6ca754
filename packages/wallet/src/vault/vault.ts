import { bytesToHex, hexToBytes, type NetworkName } from '@cairn/protocol';
import { WalletError } from '../wallet-error.ts';
import { decodeVaultContents, encodeVaultContents, type VaultContents } from './vault-contents.ts';
import {
  createVaultHeader,
  decodeVaultFile,
  DEFAULT_ITERATIONS,
  encodeAssociatedData,
  NONCE_BYTES,
  SALT_BYTES,
  type IterationBounds,
  type VaultFile,
} from './vault-file.ts';

/** Shortest password that a new vault takes, in UTF-16 code units. */
export const MIN_PASSWORD_LENGTH = 8;

/** An open vault: its contents and the key (not extractable) that seals changed contents without the password. */
export interface OpenVault {
  readonly network: NetworkName;
  readonly contents: VaultContents;
  /** Encrypts new contents under the same key with a fresh nonce; gives the file to store and the vault that it is. */
  seal(contents: VaultContents): Promise<SealedVault>;
}

/** A vault and the file that holds it. */
export interface SealedVault {
  readonly file: VaultFile;
  readonly vault: OpenVault;
}

/**
 * Encrypts contents under a new password: PBKDF2-HMAC-SHA-256 over a fresh 32-byte salt, AES-256-GCM with a fresh
 * nonce, the header as associated data. `iterations` is for tests; a vault with fewer than the bounds is refused later.
 * Throws `password_too_short`.
 */
export async function createVault(input: {
  password: string;
  network: NetworkName;
  contents: VaultContents;
  iterations?: number;
}): Promise<SealedVault> {
  const { password, network, contents, iterations = DEFAULT_ITERATIONS } = input;
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new WalletError(
      'password_too_short',
      `A password needs at least ${MIN_PASSWORD_LENGTH} characters.`,
    );
  }
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await deriveKey(password, salt, iterations);
  return seal({ key, network, salt, iterations }, contents);
}

/**
 * Decrypts a stored value. Throws `wrong_password` when it does not open (a changed header or ciphertext looks the
 * same), `vault_damaged` or `vault_unsupported` when there is nothing to open.
 */
export async function openVault(
  value: unknown,
  password: string,
  bounds?: IterationBounds,
): Promise<OpenVault> {
  const file = decodeVaultFile(value, bounds);
  const salt = bytes(file.kdf.salt);
  const { iterations } = file.kdf;
  const key = await deriveKey(password, salt, iterations);
  const plaintext = await decrypt(key, file);
  const contents = decodeVaultContents(plaintext);
  plaintext.fill(0);
  return toOpenVault({ key, network: file.network, salt, iterations }, contents);
}

interface VaultKey {
  readonly key: CryptoKey;
  readonly network: NetworkName;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

function toOpenVault(vaultKey: VaultKey, contents: VaultContents): OpenVault {
  return { network: vaultKey.network, contents, seal: (next) => seal(vaultKey, next) };
}

async function seal(vaultKey: VaultKey, contents: VaultContents): Promise<SealedVault> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const header = createVaultHeader({ ...vaultKey, nonce });
  const plaintext = encodeVaultContents(contents);
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: encodeAssociatedData(header), tagLength: 128 },
    vaultKey.key,
    plaintext,
  );
  plaintext.fill(0);
  const file = { ...header, ciphertext: bytesToHex(new Uint8Array(ciphertext)) };
  return { file, vault: toOpenVault(vaultKey, contents) };
}

async function decrypt(key: CryptoKey, file: VaultFile): Promise<Uint8Array> {
  try {
    const plaintext = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: bytes(file.cipher.nonce),
        additionalData: encodeAssociatedData(file),
        tagLength: 128,
      },
      key,
      bytes(file.ciphertext),
    );
    return new Uint8Array(plaintext);
  } catch (cause) {
    throw new WalletError('wrong_password', 'This password does not open the wallet.', { cause });
  }
}

async function deriveKey(
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

/** Copy of the bytes in a buffer of their own, as WebCrypto's types ask. */
function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hexToBytes(hex));
}
