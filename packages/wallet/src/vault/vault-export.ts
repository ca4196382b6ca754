import type { NetworkName } from '@cairn/protocol';
import { WalletError } from '../wallet-error.ts';
import { decodeVaultFile, MAX_VAULT_FILE_BYTES, type VaultFile } from './vault-file.ts';

/** Text of an exported vault: the stored object itself. */
export function encodeVaultExport(file: VaultFile): string {
  return `${JSON.stringify(file)}\n`;
}

/** Name of the file, such as `cairn-wallet-devnet-2026-02-03.json`. @param now Unix milliseconds */
export function vaultExportName(network: NetworkName, now: number): string {
  return `cairn-wallet-${network}-${new Date(now).toISOString().slice(0, 10)}.json`;
}

/**
 * Reads an exported vault. Its size is checked before its text is read. Throws `not_a_vault_file` for a file of another
 * kind, else as {@link decodeVaultFile}.
 */
export async function readVaultExport(file: Pick<Blob, 'size' | 'text'>): Promise<VaultFile> {
  if (file.size > MAX_VAULT_FILE_BYTES) throw notAVault();
  const value = parse(await file.text());
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== 'cairn-vault') {
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
  return new WalletError('not_a_vault_file', 'This file is no exported wallet.');
}
