import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  ADDRESSES,
  accountState,
  deriveKeysFast,
  makePlan,
  openTestStorage,
  signAndStore,
} from './test-support.ts';
import { createVaultContents } from './vault/vault-contents.ts';
import { createVault } from './vault/vault.ts';
import { openIndexedDbStorage } from './storage.ts';

const contents = createVaultContents('test test test test test test test test test test test junk');
const vaultFile = async () =>
  (await createVault({ password: 'long enough', network: 'devnet', contents })).file;

const deriveSlowly = deriveKeysFast();
afterAll(deriveSlowly);

describe('storage', () => {
  test('returns the vault that was written last, and nothing after it is removed', async () => {
    const storage = await openTestStorage();
    expect(await storage.vault.read()).toBeUndefined();
    const [first, second] = [await vaultFile(), await vaultFile()];
    await storage.vault.write(first, undefined);
    expect(await storage.vault.read()).toEqual(first);
    await storage.vault.write(second, first);
    expect(await storage.vault.read()).toEqual(second);
    await storage.vault.remove();
    expect(await storage.vault.read()).toBeUndefined();
    storage.close();
  });

  test('a vault that another tab stored meanwhile is not overwritten', async () => {
    const storage = await openTestStorage();
    const [first, second, third] = [await vaultFile(), await vaultFile(), await vaultFile()];
    await storage.vault.write(first, undefined);
    const changed = { code: 'vault_changed' };
    await expect(storage.vault.write(second, undefined)).rejects.toMatchObject(changed);
    await expect(storage.vault.write(second, third)).rejects.toMatchObject(changed);
    expect(await storage.vault.read()).toEqual(first);
    storage.close();
  });

  test('stores signed transactions by sender and network, in the order of their nonces', async () => {
    const storage = await openTestStorage();
    const { outbox } = storage;
    const keep = (next_nonce: number) => signAndStore(outbox, makePlan('1', accountState({ next_nonce })));
    const later = await keep(11);
    const earlier = await keep(10);
    expect(await outbox.list('devnet', ADDRESSES[0]!)).toEqual([earlier, later]);
    expect(await outbox.list('testnet', ADDRESSES[0]!)).toEqual([]);
    expect(await outbox.list('devnet', ADDRESSES[1]!)).toEqual([]);
    await outbox.put({ ...earlier, state: 'unclear' });
    expect((await outbox.list('devnet', ADDRESSES[0]!))[0]).toMatchObject({ state: 'unclear' });
    await outbox.remove(earlier.id);
    expect(await outbox.list('devnet', ADDRESSES[0]!)).toEqual([later]);
    await outbox.clear();
    expect(await outbox.list('devnet', ADDRESSES[0]!)).toEqual([]);
    storage.close();
  });
});

describe('IndexedDB', () => {
  test('a failed write is reported, and the old vault is still stored', async () => {
    const storage = await openTestStorage();
    const old = await vaultFile();
    await storage.vault.write(old, undefined);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(storage.vault.write(await vaultFile(), old)).rejects.toMatchObject({
      code: 'storage_write_failed',
    });
    put.mockRestore();
    expect(await storage.vault.read()).toEqual(old);
    storage.close();
  });

  test('the vault is still stored after the database was closed and opened again', async () => {
    const name = crypto.randomUUID();
    const first = await openIndexedDbStorage(name);
    const file = await vaultFile();
    await first.vault.write(file, undefined);
    first.close();
    const second = await openIndexedDbStorage(name);
    expect(await second.vault.read()).toEqual(file);
    second.close();
  });

  test('a browser without a database has its own error', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('no', 'SecurityError');
    });
    await expect(openIndexedDbStorage()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});
