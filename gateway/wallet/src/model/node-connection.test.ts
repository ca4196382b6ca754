import { ApiError } from '@cairn/api/rpc';
import { WalletError } from '@cairn/wallet';
import { describe, expect, test } from 'vitest';
import { browser, gateway, model, usePage } from '../../test/fixture-browser.ts';
import { canSend, CURRENT_FOR_MS, isCurrent, nodeStateOf, type AppState } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('the connection to the node', () => {
  test('with the node down, data stays, sending is off, and the page recovers automatically', async () => {
    await browser.create();
    const { account } = state().data!;
    gateway.override = { status: 502, body: { error: 'node_unreachable', message: '' } };
    await model.refresh();
    expect(state().connection).toEqual({ state: 'node_down', code: 'node_unreachable' });
    expect(state().data!.account).toEqual(account);
    expect(canSend(state())).toBe(false);
    gateway.override = undefined;
    await model.refresh();
    expect(canSend(state())).toBe(true);
  });

  test.each([
    ['hang_up' as const, { state: 'gateway_down' }],
    ['silence' as const, { state: 'gateway_down' }],
    [
      { status: 200, body: { network: 'devnet' } },
      { state: 'bad_answer', code: 'unexpected_shape' },
    ],
    [
      { status: 401, body: { error: 'unauthorized' } },
      { state: 'node_down', code: 'unauthorized' },
    ],
  ])('%j has its own state', async (override, connection) => {
    await browser.create();
    gateway.override = override;
    await model.refresh();
    expect(state().connection).toEqual(connection);
    expect(canSend(state())).toBe(false);
  });

  test('a restarted gateway that has kept the browser goes on, and the wallet stays open', async () => {
    await browser.create();
    gateway.sessionValid = false;
    await model.refresh();
    expect([state().connection, state().phase.name]).toEqual([{ state: 'online' }, 'unlocked']);
  });

  test('one that has not shows the door, until another tab of this browser is let in', async () => {
    await browser.create();
    gateway.forgetBrowsers();
    await model.refresh();
    expect(state().connection).toEqual({ state: 'no_access', why: 'ended' });
    gateway.secret = 's'.repeat(43);
    const otherTab = browser.services().session;
    await otherTab.launch({ hash: `#launch=${gateway.secret}`, replace: () => undefined });
    await model.refresh();
    expect(state().connection).toEqual({ state: 'online' });
  });

  test('an open session that is refused is the browser’s cookies: no new link helps', async () => {
    const status = () => Promise.reject(new ApiError(403, 'session_expired', undefined));
    const { model: doubled } = await browser.openTab({ rpc: { ...browser.services().rpc, status } });
    await doubled.refresh();
    expect(doubled.store.get().connection).toEqual({ state: 'no_access', why: 'blocked' });
  });

  test.each([
    ['node of another network', { network: 'testnet' }],
    ['node of another chain', { chain_id: 2 }],
  ])('a %s: none of its data is shown, and no account is requested', async (_case, lie) => {
    await browser.create();
    gateway.statusLie = lie;
    gateway.requests.length = 0;
    await model.refresh();
    expect(nodeStateOf(state())).toBe('other_network');
    expect(state().data).toBeUndefined();
    expect(gateway.requests).toEqual(['GET /v1/status']);
  });

  test('data is current for a limited time, and not while the node does not answer', async () => {
    await browser.create();
    const { answeredAt = 0 } = state();
    expect(isCurrent(state(), answeredAt + 10_000)).toBe(true);
    expect(isCurrent(state(), answeredAt + CURRENT_FOR_MS)).toBe(false);
    gateway.override = 'hang_up';
    await model.refresh();
    expect(isCurrent(state(), answeredAt + 1)).toBe(false);
  });
});

test.each<[string, Record<string, unknown>]>([
  ['a negative balance', { balance: '-1' }],
  ['a nonce of zero', { next_nonce: 0 }],
  ['a fractional nonce', { next_nonce: 1.5 }],
  ['a nonce above the exact integers', { next_nonce: 2 ** 60 }],
  ['no state of the mempool', { mempool_available: null }],
])('%s: reported as a bad answer, sending is blocked, and it recovers', async (_case, lie) => {
  await browser.create();
  const held = browser.plan();
  gateway.accountLie = lie;
  await model.refresh();
  expect(state().connection.state).toBe('bad_answer');
  expect(canSend(state())).toBe(false);
  expect(await model.sending.send(held)).toEqual({ kind: 'blocked' });
  expect(gateway.submissions).toEqual([]);
  gateway.accountLie = {};
  await model.refresh();
  expect(canSend(state())).toBe(true);
});

test('if one of the two answers lacks the mempool, sending is blocked', async () => {
  await browser.create();
  await model.sending.send(browser.plan());
  for (const unread of ['historyLie', 'accountLie'] as const) {
    gateway[unread] = { mempool_available: false };
    await model.refresh();
    expect(nodeStateOf(state())).toBe('no_mempool');
    gateway[unread] = {};
  }
});

test('if storage fails, sending is blocked until it works again', async () => {
  await browser.create();
  const { outbox } = browser.storage;
  let failing = false;
  const list: typeof outbox.list = async (...query) => {
    if (failing) throw new WalletError('storage_unavailable', 'gone');
    return outbox.list(...query);
  };
  const { model: tab } = await browser.openSecondTab({
    storage: { ...browser.storage, outbox: { ...outbox, list } },
  });
  for (const isFailing of [true, false]) {
    failing = isFailing;
    await tab.refresh();
    expect(canSend(tab.store.get())).toBe(!isFailing);
  }
});
