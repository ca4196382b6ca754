import { bytesToHex, hexToBytes, isNetworkName, type NetworkName } from '@cairn/protocol';
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
export interface IterationBounds {
  readonly minimum: number;
  readonly maximum: number;
}
export const ITERATION_BOUNDS: IterationBounds = { minimum: 600_000, maximum: 10_000_000 };

/** The part of the vault that is readable without the password; authenticated as associated data. */
export interface VaultHeader {
  readonly format: typeof VAULT_FORMAT;
  readonly version: typeof VAULT_VERSION;
  readonly network: NetworkName;
  readonly kdf: { readonly name: 'PBKDF2-HMAC-SHA-256'; readonly iterations: number; readonly salt: string };
  readonly cipher: { readonly name: 'AES-256-GCM'; readonly nonce: string };
}

/** The stored vault: header and ciphertext, ready for JSON. */
export interface VaultFile extends VaultHeader {
  readonly ciphertext: string;
}

/** Builds a header from its variable parts: `salt` has 32 bytes, `nonce` 12. */
export function createVaultHeader(parts: {
  network: NetworkName;
  iterations: number;
  salt: Uint8Array;
  nonce: Uint8Array;
}): VaultHeader {
  return {
    format: VAULT_FORMAT,
    version: VAULT_VERSION,
    network: parts.network,
    kdf: { name: 'PBKDF2-HMAC-SHA-256', iterations: parts.iterations, salt: bytesToHex(parts.salt) },
    cipher: { name: 'AES-256-GCM', nonce: bytesToHex(parts.nonce) },
  };
}

/** The bytes that AES-GCM authenticates with the ciphertext: the header in canonical order. */
export function encodeAssociatedData(header: VaultHeader): Uint8Array<ArrayBuffer> {
  const { format, version, network, kdf, cipher } = header;
  const canonical = {
    format,
    version,
    network,
    kdf: { name: kdf.name, iterations: kdf.iterations, salt: kdf.salt },
    cipher: { name: cipher.name, nonce: cipher.nonce },
  };
  return new TextEncoder().encode(JSON.stringify(canonical));
}

/**
 * Parses a stored value. Throws `vault_newer` for a later version, `vault_unsupported` for another format, version or algorithm
 * and for iterations outside `bounds`, `vault_damaged` for anything that does not have the shape of a vault.
 */
export function decodeVaultFile(value: unknown, bounds: IterationBounds = ITERATION_BOUNDS): VaultFile {
  const file = record(value, 'vault');
  if (file['format'] !== VAULT_FORMAT) throw unsupported('format');
  requireVersion(file['version']);
  const network = file['network'];
  if (typeof network !== 'string' || !isNetworkName(network)) throw damaged('network');
  const { iterations, salt } = decodeKdf(file['kdf'], bounds);
  const cipher = record(file['cipher'], 'cipher');
  if (cipher['name'] !== 'AES-256-GCM') throw unsupported('cipher');
  const nonce = hexField(cipher['nonce'], 'cipher.nonce', NONCE_BYTES, NONCE_BYTES);
  const ciphertext = hexField(file['ciphertext'], 'ciphertext', TAG_BYTES + 1, MAX_CIPHERTEXT_BYTES);
  return {
    ...createVaultHeader({ network, iterations, salt, nonce }),
    ciphertext: bytesToHex(ciphertext),
  };
}

function requireVersion(value: unknown): void {
  if (value === VAULT_VERSION) return;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > VAULT_VERSION) {
    throw new WalletError('vault_newer', 'This vault was written by a newer version of the wallet.');
  }
  throw unsupported('version');
}

function decodeKdf(value: unknown, bounds: IterationBounds): { iterations: number; salt: Uint8Array } {
  const kdf = record(value, 'kdf');
  if (kdf['name'] !== 'PBKDF2-HMAC-SHA-256') throw unsupported('kdf');
  const iterations = kdf['iterations'];
  if (typeof iterations !== 'number' || !Number.isSafeInteger(iterations)) throw damaged('kdf.iterations');
  if (iterations < bounds.minimum || iterations > bounds.maximum) throw unsupported('kdf.iterations');
  return { iterations, salt: hexField(kdf['salt'], 'kdf.salt', SALT_BYTES, SALT_BYTES) };
}

function record(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged(field);
  return value as Record<string, unknown>;
}

function hexField(value: unknown, field: string, minimum: number, maximum: number): Uint8Array {
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2})*$/.test(value)) throw damaged(field);
  if (value.length < minimum * 2 || value.length > maximum * 2) throw damaged(field);
  return hexToBytes(value);
}

function damaged(field: string): WalletError {
  return new WalletError('vault_damaged', 'The stored vault cannot be read.', { data: { field } });
}

function unsupported(field: string): WalletError {
  return new WalletError(
    'vault_unsupported',
    'The stored vault has parameters that this wallet does not accept.',
    {
      data: { field },
    },
  );
}

/** Text of an exported vault file: the stored object. */
export function encodeVaultExport(file: VaultFile): string {
  return `${JSON.stringify(file)}\n`;
}

/** Name of the file, such as `cairn-wallet-devnet-2026-02-03.json`. @param now Unix milliseconds */
export function vaultExportName(network: NetworkName, now: number): string {
  return `cairn-wallet-${network}-${new Date(now).toISOString().slice(0, 10)}.json`;
}

/**
 * Reads an exported vault; checks its size before it reads its text. Throws `not_a_vault_file` for a file of another
 * kind or above {@link MAX_VAULT_FILE_BYTES}, otherwise like {@link decodeVaultFile}.
 */
export async function readVaultExport(file: Pick<Blob, 'size' | 'text'>): Promise<VaultFile> {
  if (file.size > MAX_VAULT_FILE_BYTES) throw notAVault();
  const value = parse(await file.text());
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== VAULT_FORMAT) {
    throw notAVault();
  }
  return decodeVaultFile(value);
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
