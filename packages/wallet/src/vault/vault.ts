import { bytesToHex, type NetworkName } from '@cairn/protocol';
import { WalletError } from '../wallet-error.ts';
import { decodeVaultContents, encodeVaultContents } from './contents-codec.ts';
import { MIN_PASSWORD_LENGTH } from './password-rules.ts';
import type { VaultContents } from './vault-contents.ts';
import {
  createVaultHeader,
  decodeVaultFile,
  DEFAULT_ITERATIONS,
  NONCE_BYTES,
  SALT_BYTES,
  VAULT_VERSION,
  type IterationBounds,
  type VaultFile,
} from './vault-file.ts';
import { bytesOf, decryptVault, deriveVaultKey, encryptVault } from './vault-key.ts';

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
 * read. Throws `password_too_short` or `invalid_contents`.
 */
export async function createVault(input: {
  password: string;
  network: NetworkName;
  contents: VaultContents;
  iterations?: number;
}): Promise<{ file: VaultFile; vault: OpenVault }> {
  const { password, network, contents, iterations = DEFAULT_ITERATIONS } = input;
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new WalletError(
      'password_too_short',
      `A password needs at least ${MIN_PASSWORD_LENGTH} characters.`,
    );
  }
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await deriveVaultKey(password, salt, iterations);
  const vault = toOpenVault({ key, network, salt, iterations });
  return { file: await vault.seal(contents), vault };
}

/**
 * Decrypts a stored value. Throws `wrong_password` (also for a changed header or ciphertext, which AES-GCM does not
 * distinguish from a wrong password), `vault_damaged`, `vault_newer` or `vault_unsupported`.
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

/** True if a file has an older version or fewer iterations than a new one, and should be encrypted again. */
export function isOutdated(file: VaultFile): boolean {
  return file.version < VAULT_VERSION || file.kdf.iterations < DEFAULT_ITERATIONS;
}

/** True if a stored value is encrypted with the same key as a file. */
export function isSameVault(stored: unknown, { kdf }: VaultFile): boolean {
  if (typeof stored !== 'object' || stored === null || !('kdf' in stored)) return false;
  const other = stored.kdf as Partial<VaultFile['kdf']> | null;
  return other?.salt === kdf.salt && other.iterations === kdf.iterations;
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
    return decodeVaultContents(plaintext, file.version);
  } finally {
    plaintext.fill(0);
  }
}
