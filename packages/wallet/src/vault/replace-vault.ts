import type { VaultStorage } from '../storage/wallet-storage.ts';
import { isSameValue } from '../storage/wallet-storage.ts';
import { WalletError } from '../wallet-error.ts';
import { encodeVaultContents } from './contents-codec.ts';
import type { VaultContents } from './vault-contents.ts';
import type { IterationBounds, VaultFile } from './vault-file.ts';
import { openVault } from './vault.ts';

/**
 * Puts a vault under another key in the place of the stored one, so that at every moment one of the two is there whole:
 * the new one is written beside the old, read back, opened with its password from the stored bytes alone, and compared;
 * only then it takes the old one's place, in one transaction. Whatever fails, the old vault is still there.
 *
 * Throws `vault_changed`, `storage_write_failed`, or what `isWanted` throws.
 */
export async function replaceVault(input: {
  storage: VaultStorage;
  next: VaultFile;
  password: string;
  contents: VaultContents;
  /** What is stored now. */
  expected: unknown;
  /** Throws when the change is not wanted any more: the wallet was locked meanwhile. */
  requireWanted: () => void;
  bounds?: IterationBounds;
}): Promise<void> {
  const { storage, next, expected, requireWanted } = input;
  try {
    await storage.stage(next);
    await requireOpens(await storage.readStaged(), input);
    requireWanted();
    await storage.promote(next, expected);
  } catch (error) {
    await storage.discardStaged().catch(() => {
      // Harmless: the next write replaces it, and unlocking removes it. The first error is thrown.
    });
    throw error;
  }
}

/** The new vault gives back the very same contents, from what storage gives and the password. */
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
