import { TransportError } from '@cairn/api/rpc';
import { decodeTransaction, hexToBytes, verifyTransactionSignature, getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { createMnemonic } from '@cairn/wallet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FixtureWallet, PASSWORD } from '../../test/fixture-wallet.ts';
import { mayGetTestCoins, NoTestCoinsError } from './test-coins.ts';

const development = developmentAccounts(getNetwork('devnet')).map(({ address }) => address);

let wallet: FixtureWallet;
/** The address of the wallet, which has no coins. */
let fresh: string;
beforeEach(async () => {
  wallet = await FixtureWallet.start();
  await wallet.model.vault.createWallet({
    mnemonic: createMnemonic(12),
    password: PASSWORD,
    network: 'devnet',
    accounts: 1,
  });
  const { phase } = wallet.state();
  fresh = phase.name === 'unlocked' ? phase.wallet.selected.address : '';
  wallet.gateway.balance = 10n ** 14n;
  wallet.gateway.holds = (address) => address !== fresh;
  await wallet.model.refresh();
});
afterEach(() => wallet.close());

test('a press sends 100 CRN to the empty account, signed by a development account and by no key of the wallet', async () => {
  await wallet.model.getTestCoins();
  const [raw] = wallet.gateway.submissions;
  const transaction = decodeTransaction(hexToBytes(raw!));
  expect(transaction).toMatchObject({
    value: 10_000_000_000n,
    fromAddress: development[9],
    toAddress: fresh,
  });
  expect(verifyTransactionSignature(hexToBytes(raw!), getNetwork('devnet'))).toBe(true);
  expect(wallet.state().testCoins).toMatchObject({ address: fresh });
  // Not a transfer of the wallet: it is not stored as one.
  expect(await wallet.storage.outbox.list('devnet', fresh)).toEqual([]);
});

test('an account that cannot pay, or whose transfer the node refuses, is skipped', async () => {
  wallet.gateway.holds = (address) => address === development[3];
  await wallet.model.refresh();
  await wallet.model.getTestCoins();
  expect(decodeTransaction(hexToBytes(wallet.gateway.submissions[0]!)).fromAddress).toBe(development[3]);
  wallet.gateway.submitOverride = {
    status: 422,
    body: { error: 'transaction_rejected', message: '', reason: 'nonce_gap' },
  };
  await expect(wallet.model.getTestCoins()).rejects.toBeInstanceOf(NoTestCoinsError);
});

test('a missing answer ends the search, so that no account pays twice', async () => {
  wallet.gateway.submitOverride = 'hang_up';
  await expect(wallet.model.getTestCoins()).rejects.toBeInstanceOf(TransportError);
  expect(wallet.gateway.submissions).toHaveLength(1);
});

test.each<[string, () => void]>([
  [
    'a network where coins have a value',
    () => (wallet.gateway.status = { ...wallet.gateway.status, network: 'testnet' }),
  ],
  ['a node that is not ready', () => (wallet.gateway.status = { ...wallet.gateway.status, ready: false })],
  ['an account that holds coins', () => (wallet.gateway.holds = () => true)],
  ['a node that is silent', () => (wallet.gateway.override = 'hang_up')],
])('%s: no test coins are offered or sent', async (_case, change) => {
  change();
  await wallet.model.refresh();
  expect(mayGetTestCoins(wallet.state())).toBe(false);
  await expect(wallet.model.getTestCoins()).rejects.toBeInstanceOf(NoTestCoinsError);
  expect(wallet.gateway.submissions).toEqual([]);
});
