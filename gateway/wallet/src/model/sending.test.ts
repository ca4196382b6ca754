import { planReplacement } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { browser, gateway, model, usePage } from '../../test/fixture-browser.ts';
import type { AppState } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('sending', () => {
  test('pending after 202, confirmed after a block', async () => {
    await browser.create();
    const { spendable_balance: before, next_nonce: nonce } = state().data!.account;
    const result = await model.sending.send(browser.plan('2.5'));
    expect(result).toMatchObject({ kind: 'submitted', outcome: { kind: 'accepted', relayCount: 0 } });
    expect(state().data).toMatchObject({
      account: {
        spendable_balance: `${BigInt(before) - 250_001_000n}`,
        next_nonce: nonce + 1,
        pending_outgoing_count: 1,
      },
      history: { pending: [{ nonce, value: '250000000', status: 'pending' }] },
    });
    expect(await browser.storedTransfers()).toMatchObject([{ state: 'accepted' }]);
    await gateway.chain.devnet.mine();
    await model.refresh();
    expect(state().data!.history.pending).toEqual([]);
    expect(state().data!.history.confirmed[0]).toMatchObject({ nonce, block_height: 1 });
    expect(state().outbox).toMatchObject([{ reconciliation: { kind: 'confirmed', blockHeight: 1 } }]);
  });

  test('after a reorganization that loses the transfer, only the same bytes are sent, and only on request', async () => {
    await browser.create();
    const { devnet } = gateway.chain;
    const { id } = await devnet.snapshot();
    await model.sending.send(browser.plan('2.5'));
    await devnet.mine();
    await model.refresh();
    const next = browser.plan();
    await devnet.revert({ id });
    expect(await model.sending.send(next)).toMatchObject({ kind: 'changed' });
    expect(await model.sending.send(browser.plan())).toEqual({ kind: 'blocked' });
    const [stored] = await browser.storedTransfers();
    expect(await model.sending.sendAgain(stored!.id)).toMatchObject({ kind: 'accepted' });
    expect(gateway.submissions).toEqual([stored!.raw, stored!.raw]);
  });

  test('a plan that no longer fits is not signed', async () => {
    await browser.create();
    const stale = browser.plan();
    await model.sending.send(browser.plan());
    expect(await model.sending.send(stale)).toEqual({ kind: 'changed' });
    expect(gateway.submissions).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    ['the node syncing', () => (gateway.statusLie = { syncing: true, ready: false })],
    ['no mempool', () => (gateway.accountLie = { mempool_available: false })],
    ['another network', () => (gateway.statusLie = { network: 'testnet' })],
    ['no answer', () => (gateway.override = 'hang_up')],
    ['no session', () => gateway.forgetBrowsers()],
  ])('with %s since the confirmation, nothing is signed or sent', async (_case, change) => {
    await browser.create();
    const confirmed = browser.plan();
    change();
    expect(await model.sending.send(confirmed)).toEqual({ kind: 'blocked' });
    expect(await browser.storedTransfers()).toEqual([]);
    expect(gateway.submissions).toEqual([]);
  });

  test('a replacement is not signed once the original is in a block', async () => {
    await browser.create();
    await model.sending.send(browser.plan());
    const { account, history } = state().data!;
    const input = { kind: 'cancel', fee: '5000', unit: 'pebbles', network: 'devnet', account } as const;
    const { plan } = planReplacement({ ...input, original: history.pending[0]! });
    await gateway.chain.devnet.mine();
    expect(await model.sending.send(plan!)).toEqual({ kind: 'changed' });
    expect(gateway.submissions).toHaveLength(1);
  });
});
