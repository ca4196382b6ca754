import { NETWORK_NAMES, type NetworkName } from '@cairn/protocol';
import * as z from 'zod/mini';
import { WalletError } from '../wallet-error.ts';

/*
 * The vault as it is stored: one JSON object.
 *
 *   format      "cairn-vault"
 *   version     2
 *   network     the network the accounts are for
 *   kdf         { name: "PBKDF2-HMAC-SHA-256", iterations, salt: 32 bytes hex }   → 256-bit key
 *   cipher      { name: "AES-256-GCM", nonce: 12 bytes hex }
 *   ciphertext  hex, the 16-byte tag at its end; plaintext is UTF-8 JSON (vault-contents.ts)
 *
 * Associated data: UTF-8 of the JSON of everything but `ciphertext`, keys in the order above, without white space.
 * docs/VAULT-FORMAT.md describes it for other implementations.
 */

const VAULT_FORMAT = 'cairn-vault';
const VAULT_VERSION = 2;
export const SALT_BYTES = 32;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Maximum size of a ciphertext: more than the limits of the contents allow. */
const MAX_CIPHERTEXT_BYTES = 4 * 1024 * 1024;

/** Maximum size of an exported vault: the ciphertext in hex, and a header. */
export const MAX_VAULT_FILE_BYTES = 2 * MAX_CIPHERTEXT_BYTES + 4_096;

/** Iterations of PBKDF2-HMAC-SHA-256 for a new vault. */
export const DEFAULT_ITERATIONS = 900_000;

/** Accepted iterations of a stored vault: fewer would weaken the vault, more would make opening it take too long. */
export const ITERATION_BOUNDS = { minimum: 600_000, maximum: 10_000_000 } as const;

/** Lowercase hex of `minimum` to `maximum` bytes. */
const hex = (minimum: number, maximum = minimum) =>
  z.string().check(z.minLength(2 * minimum), z.maxLength(2 * maximum), z.regex(/^(?:[0-9a-f]{2})*$/));

const FILE = z.object({
  format: z.literal(VAULT_FORMAT),
  version: z.literal(VAULT_VERSION),
  network: z.enum(NETWORK_NAMES),
  kdf: z.object({
    name: z.literal('PBKDF2-HMAC-SHA-256'),
    iterations: z.int().check(z.minimum(ITERATION_BOUNDS.minimum), z.maximum(ITERATION_BOUNDS.maximum)),
    salt: hex(SALT_BYTES),
  }),
  cipher: z.object({ name: z.literal('AES-256-GCM'), nonce: hex(NONCE_BYTES) }),
  ciphertext: hex(TAG_BYTES + 1, MAX_CIPHERTEXT_BYTES),
});

/** The stored vault: header and ciphertext, ready for JSON. */
export type VaultFile = Readonly<z.infer<typeof FILE>>;

/** The part of the vault that is readable without the password; authenticated as associated data. */
export type VaultHeader = Omit<VaultFile, 'ciphertext'>;

/** The header of a vault. `salt`: 32 bytes in hex; `nonce`: 12. */
export function createVaultHeader(
  network: NetworkName,
  { iterations, salt }: Pick<VaultFile['kdf'], 'iterations' | 'salt'>,
  nonce: string,
): VaultHeader {
  return {
    format: VAULT_FORMAT,
    version: VAULT_VERSION,
    network,
    kdf: { name: 'PBKDF2-HMAC-SHA-256', iterations, salt },
    cipher: { name: 'AES-256-GCM', nonce },
  };
}

/** The bytes that AES-GCM authenticates with the ciphertext: the header, whose fields are in the order of the format. */
export function encodeAssociatedData(header: VaultHeader): Uint8Array<ArrayBuffer> {
  const { format, version, network, kdf, cipher } = header;
  return new TextEncoder().encode(JSON.stringify({ format, version, network, kdf, cipher }));
}

/**
 * Parses a stored value; the result has its fields in the order of the format. Throws `vault_unreadable`, which names the first
 * field that is not as expected: for another format, version or algorithm, for iterations outside the bounds, and for anything
 * that is damaged.
 */
export function decodeVaultFile(value: unknown): VaultFile {
  const { success, data, error } = z.safeParse(FILE, value);
  if (!success) throw unreadable(error.issues[0]?.path.join('.') ?? '');
  return data;
}

/** The error of a vault, or of its contents, that this wallet cannot read. @param field never its value */
export function unreadable(field: string): WalletError {
  return new WalletError('vault_unreadable', `The stored vault cannot be read (${field}).`);
}

/** Text of an exported vault file: the stored object. */
export function encodeVaultExport(file: VaultFile): string {
  return `${JSON.stringify(file)}\n`;
}

/**
 * Reads an exported vault; checks its size before it reads its text. Throws `not_a_vault_file` for a file of another
 * kind or above {@link MAX_VAULT_FILE_BYTES}, otherwise like {@link decodeVaultFile}.
 * @param network throws `vault_other_network` for a vault of another one
 */
export async function readVaultExport(
  file: Pick<Blob, 'size' | 'text'>,
  network?: NetworkName,
): Promise<VaultFile> {
  if (file.size > MAX_VAULT_FILE_BYTES) throw notAVault();
  const value = parse(await file.text());
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== VAULT_FORMAT) {
    throw notAVault();
  }
  const vault = decodeVaultFile(value);
  if (network !== undefined && vault.network !== network)
    throw new WalletError('vault_other_network', `This wallet is for ${vault.network}.`);
  return vault;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAVault();
  }
}

function notAVault(): WalletError {
  return new WalletError('not_a_vault_file', 'This file is not an exported wallet.');
}
