import { decodeVaultFile, WalletError } from '@cairn/wallet';
import type { Services } from '../services.ts';
import type { Phase } from './state.ts';

/** The stored data, before any password: nothing, a vault, or something that this page cannot read. */
export async function readVaultPhase(services: Services): Promise<Phase> {
  try {
    const stored = await services.storage.vault.read();
    if (stored === undefined) return { name: 'first_run' };
    return { name: 'locked', network: decodeVaultFile(stored).network };
  } catch (error) {
    if (error instanceof WalletError) return { name: 'unusable', code: error.code };
    throw error;
  }
}
