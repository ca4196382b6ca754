import { getNetwork, verifyMessage } from '@cairn/protocol';
import { deriveKey } from '@cairn/protocol/hd-keys';
import { addWatchOnly } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { ADDRESSES, browser, gateway, PASSWORD, useBrowser, walletOf } from '../../test/fixture-browser.ts';
import { accountName, nameOfAddress } from '../shared/names.ts';

useBrowser();
/** None of its accounts is in use before a test pays one. */
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const addressOf = (index: number) =>
  deriveKey({ mnemonic: PHRASE, network: getNetwork('devnet'), index }).address;

describe('accounts in use', () => {
  test('an interrupted search is reported, changes nothing, and starts again with the next unlock', async () => {
    await gateway.chain.devnet.fund({ address: addressOf(4), amount: '1' });
    gateway.override = { status: 502, body: { error: 'node_unreachable', message: '' } };
    const { model } = await browser.openWallet({ mnemonic: PHRASE, searched: false });
    const failed = { state: 'failed', error: { code: 'node_unreachable' } };
    await expect.poll(() => model.store.get().discovery).toMatchObject(failed);
    expect(walletOf(model)).toMatchObject({ searched: false, accounts: [{}, {}] });
    gateway.override = undefined;
    model.vault.lock();
    expect(model.store.get().discovery).toBeUndefined();
    await model.vault.unlock(PASSWORD);
    await expect.poll(() => model.store.get().discovery).toMatchObject({ state: 'done', found: 1 });
    model.discovery.stop();
    expect(model.store.get().discovery).toBeUndefined();
  });

  test('a search that was stopped does not end the report of the next one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { model } = await browser.openWallet({ mnemonic: PHRASE });
    gateway.hold = promise;
    const stopped = model.discovery.start();
    model.discovery.stop();
    const next = model.discovery.start();
    resolve();
    await stopped;
    expect(model.store.get().discovery?.state).toBeOneOf(['running', 'done']);
    await next;
    expect(model.store.get().discovery?.state).toBe('done');
  });
});

test('a watched address without a name of its own has that of the contact', async () => {
  const { model } = await browser.openWallet({ searched: true });
  const address = ADDRESSES[7]!;
  await model.vault.update((contents) => ({
    ...addWatchOnly(contents, 'devnet', { address, name: '' }),
    contacts: [{ address, name: 'Anna', note: '' }],
  }));
  expect(accountName(walletOf(model).selected)).toBe('Anna');
  expect(nameOfAddress(walletOf(model), address)).toBe('Anna');
});

test('a message is signed by the selected account, not for a watched address or by a locked wallet', async () => {
  const { model } = await browser.openWallet({ searched: true });
  const signed = model.vault.signMessage('It was me.');
  expect(signed.address).toBe(ADDRESSES[0]);
  expect(verifyMessage(signed)).toBe(true);
  await model.vault.update((contents) =>
    addWatchOnly(contents, 'devnet', { address: ADDRESSES[7]!, name: 'Shop' }),
  );
  expect(() => model.vault.signMessage('It was me.')).toThrow(
    expect.objectContaining({ code: 'invalid_account_index' }),
  );
  model.vault.lock();
  expect(() => model.vault.signMessage('It was me.')).toThrow(
    expect.objectContaining({ code: 'wallet_locked' }),
  );
  expect(gateway.submissions).toEqual([]);
});
