import type { VaultStorage } from '../storage/wallet-storage.ts';
import { isSameValue } from '../storage/wallet-storage.ts';
import { WalletError } from '../wallet-error.ts';
import { encodeVaultContents } from './contents-codec.ts';
import type { VaultContents } from './vault-contents.ts';
import type { IterationBounds, VaultFile } from './vault-file.ts';
import { openVault } from './vault.ts';

/**
 * Replaces the stored vault with one under another key, so that a complete vault is stored at every moment: the new one
 * is staged beside the old one, read back, opened with its password and compared; then one transaction replaces the old
 * one. After any failure the old vault is still stored.
 *
 * Throws `vault_changed`, `storage_write_failed`, `storage_unavailable`, or the error of `openVault` or
 * `requireUnlocked`.
 */
export async function replaceVault(input: {
  storage: VaultStorage;
  next: VaultFile;
  password: string;
  contents: VaultContents;
  /** The stored value that is replaced. */
  expected: unknown;
  /** Throws if the wallet was locked since, so that the change is no longer wanted. */
  requireUnlocked: () => void;
  bounds?: IterationBounds;
}): Promise<void> {
  const { storage, next, expected, requireUnlocked } = input;
  try {
    await storage.stage(next);
    await requireOpens(await storage.readStaged(), input);
    requireUnlocked();
    await storage.promote(next, expected);
  } catch (error) {
    await storage.discardStaged().catch(() => {
      // A staged vault that stays is harmless: the next staged vault replaces it, and unlocking removes it. The first
      // error is thrown.
    });
    throw error;
  }
}

/** Throws unless the password decrypts the staged bytes to the same contents. */
async function requireOpens(
  staged: unknown,
  {
    next,
    password,
    contents,
    bounds,
  }: { next: VaultFile; password: string; contents: VaultContents; bounds?: IterationBounds },
): Promise<void> {
  const isSame =
    isSameValue(staged, next) &&
    isSameContents((await openVault(staged, password, bounds)).contents, contents);
  if (isSame) return;
  throw new WalletError(
    'storage_write_failed',
    'The new vault could not be read back. The old one is still in use.',
    {
      data: { full: false },
    },
  );
}

function isSameContents(left: VaultContents, right: VaultContents): boolean {
  const [a, b] = [encodeVaultContents(left), encodeVaultContents(right)];
  const same = a.length === b.length && a.every((byte, index) => byte === b[index]);
  a.fill(0);
  b.fill(0);
  return same;
}
