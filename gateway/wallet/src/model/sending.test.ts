import { planReplacement } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { browser, gateway, model, usePage } from '../../test/fixture-browser.ts';
import type { AppState } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('sending', () => {
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
