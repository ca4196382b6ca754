import { decodeTransaction, hexToBytes, verifyTransactionSignature, getNetwork } from '@cairn/protocol';
import { createMnemonic } from '@cairn/wallet';
import { beforeEach, expect, test } from 'vitest';
import {
  ADDRESSES as development,
  browser,
  gateway,
  model,
  PASSWORD,
  usePage,
} from '../../test/fixture-browser.ts';
import { mayGetTestCoins, NoTestCoinsError } from './test-coins.ts';

usePage();
/** The address of the wallet, which has no coins. */
let fresh: string;
beforeEach(async () => {
  await model.vault.createWallet({
    mnemonic: createMnemonic(12),
    password: PASSWORD,
    network: 'devnet',
    accounts: 1,
  });
  const { phase } = browser.state();
  fresh = phase.name === 'unlocked' ? phase.wallet.selected.address : '';
  await model.refresh();
});
test('a press sends 100 CRN to the empty account, signed by the faucet and by no key of the wallet', async () => {
  await model.getTestCoins();
  const [raw] = gateway.submissions;
  const transaction = decodeTransaction(hexToBytes(raw!));
  expect(transaction).toMatchObject({
    value: 10_000_000_000n,
    fromAddress: development[8],
    toAddress: fresh,
  });
  expect(verifyTransactionSignature(hexToBytes(raw!), getNetwork('devnet'))).toBe(true);
  expect(browser.state().testCoins).toMatchObject({ address: fresh });
  // Not a transfer of the wallet: it is not stored as one.
  expect(await browser.storage.outbox.list('devnet', fresh)).toEqual([]);
});

test.each<[string, () => unknown]>([
  ['a network where coins have a value', () => (gateway.statusLie = { network: 'testnet' })],
  ['a node that is not ready', () => (gateway.statusLie = { ready: false })],
  ['an account that holds coins', () => gateway.chain.devnet.fund({ address: fresh, amount: '1' })],
  ['a node that is silent', () => (gateway.override = 'hang_up')],
])('%s: no test coins are offered or sent', async (_case, change) => {
  await change();
  await model.refresh();
  expect(mayGetTestCoins(browser.state())).toBe(false);
  await expect(model.getTestCoins()).rejects.toBeInstanceOf(NoTestCoinsError);
  expect(gateway.submissions).toEqual([]);
});
