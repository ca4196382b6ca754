import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import type { VaultStorage } from '../storage/wallet-storage.ts';
import { WalletError } from '../wallet-error.ts';
import { replaceVault } from './replace-vault.ts';
import { createVaultContents } from './vault-contents.ts';
import type { VaultFile } from './vault-file.ts';
import { createVault, openVault } from './vault.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const CONTENTS = createVaultContents(PHRASE);
const [OLD, NEW] = ['the old password', 'the new password'];
const BOUNDS = { minimum: 1, maximum: 10 };
const seal = async (password: string): Promise<VaultFile> =>
  (await createVault({ password, network: 'devnet', contents: CONTENTS, iterations: 2 })).file;

/** Storage operations of a change of password, in order. */
const STEPS = ['stage', 'readStaged', 'promote'] as const;

/** Storage that fails before or right after a step; later calls do not reach it. */
function crashing(storage: VaultStorage, step: string, when: 'before' | 'after'): VaultStorage {
  let crashed = false;
  const crash = new Error('the page is gone');
  const wrap =
    (name: keyof VaultStorage) =>
    async (...args: unknown[]): Promise<unknown> => {
      if (crashed || (name === step && when === 'before')) {
        crashed = true;
        throw crash;
      }
      const result: unknown = await (storage[name] as (...all: unknown[]) => Promise<unknown>)(...args);
      crashed = name === step;
      if (crashed) throw crash;
      return result;
    };
  return Object.fromEntries(
    Object.keys(storage).map((name) => [name, wrap(name as keyof VaultStorage)]),
  ) as never;
}

async function opensWith(storage: VaultStorage, password: string): Promise<boolean> {
  const stored = await storage.read();
  return openVault(stored, password, BOUNDS).then(
    ({ contents }) => contents.phrase === PHRASE,
    () => false,
  );
}

async function start() {
  const { vault: storage } = createMemoryStorage();
  const [old, next] = [await seal(OLD), await seal(NEW)];
  await storage.write(old, undefined);
  const change = (over: Partial<Parameters<typeof replaceVault>[0]> = {}) =>
    replaceVault({
      storage,
      next,
      password: NEW,
      contents: CONTENTS,
      expected: old,
      requireUnlocked: () => undefined,
      bounds: BOUNDS,
      ...over,
    });
  return { storage, old, next, change };
}

describe('replacing a vault with one under another key', () => {
  test('the new vault replaces the old one, and no staged vault stays', async () => {
    const { storage, change } = await start();
    await change();
    expect([await opensWith(storage, NEW), await opensWith(storage, OLD)]).toEqual([true, false]);
    expect(await storage.readStaged()).toBeUndefined();
  });

  const crashes = STEPS.flatMap((step) => [
    { step, when: 'before' as const, left: OLD },
    { step, when: 'after' as const, left: step === 'promote' ? NEW : OLD },
  ]);
  test.each(crashes)('a crash $when $step leaves a vault that opens', async ({ step, when, left }) => {
    const { storage, change } = await start();
    await expect(change({ storage: crashing(storage, step, when) })).rejects.toThrow('the page is gone');
    expect(await opensWith(storage, left)).toBe(true);
    expect(await opensWith(storage, left === OLD ? NEW : OLD)).toBe(false);
    // A staged vault left behind does not hinder the next attempt.
    if (left === OLD) await change();
    expect(await opensWith(storage, NEW)).toBe(true);
  });

  test('a lock before the last step leaves the old vault and no staged one', async () => {
    const { storage, change } = await start();
    const requireUnlocked = (): void => {
      throw new WalletError('wallet_locked', '');
    };
    await expect(change({ requireUnlocked })).rejects.toMatchObject({ code: 'wallet_locked' });
    expect(await opensWith(storage, OLD)).toBe(true);
    expect(await storage.readStaged()).toBeUndefined();
  });

  test('a vault that is read back differently, or has other contents, does not replace the old one', async () => {
    const { storage, change } = await start();
    const other = await seal(NEW);
    const failed = { code: 'storage_write_failed' };
    const lying = { ...storage, readStaged: async () => other };
    await expect(change({ storage: lying })).rejects.toMatchObject(failed);
    const contents = { ...CONTENTS, backedUp: true };
    await expect(change({ contents })).rejects.toMatchObject(failed);
    await expect(change({ password: OLD })).rejects.toMatchObject({ code: 'wrong_password' });
    expect(await opensWith(storage, OLD)).toBe(true);
    expect(await storage.readStaged()).toBeUndefined();
  });

  test('a vault that another tab stored meanwhile is not overwritten', async () => {
    const { storage, old, change } = await start();
    const another = await seal('another password');
    await storage.write(another, old);
    await expect(change()).rejects.toMatchObject({ code: 'vault_changed' });
    expect(await storage.read()).toEqual(another);
  });
});
