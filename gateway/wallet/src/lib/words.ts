import { isWalletError, WalletError } from '@cairn/wallet';

/** A failure of the wallet's own work, as one sentence. */
export function describeFailure(error: unknown): string {
  if (isWalletError(error, 'storage_write_failed')) {
    return 'The browser could not store the wallet’s data: its storage may be full or switched off. Nothing was changed.';
  }
  if (isWalletError(error, 'vault_damaged') || isWalletError(error, 'vault_unsupported')) {
    return 'The wallet that is stored in this browser cannot be read by this page.';
  }
  if (error instanceof WalletError) return error.message;
  return `This did not work (${error instanceof Error ? error.name : 'unknown failure'}).`;
}
