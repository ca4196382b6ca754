import { hexToBytes } from '@cairn/protocol';
import { WalletError } from '../wallet-error.ts';
import { encodeAssociatedData, type VaultFile, type VaultHeader } from './vault-file.ts';

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
