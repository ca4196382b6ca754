import { ApiError } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import { browser, gateway, model, usePage } from '../../test/fixture-browser.ts';
import { canSend, CURRENT_FOR_MS, isCurrent, nodeStateOf, type AppState } from './state.ts';

usePage();
const state = (): AppState => browser.state();

describe('the connection to the node', () => {
  test('with the node down, data stays, sending is off, and the page recovers automatically', async () => {
    await browser.create();
    gateway.override = { status: 502, body: { error: 'node_unreachable', message: '' } };
    await model.refresh();
    expect(state().connection).toEqual({ state: 'node_down', code: 'node_unreachable' });
    expect(state().data?.account.balance).toBe('1000000000');
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

  test.each<[string, () => void]>([
    ['node of another network', () => (gateway.status = { ...gateway.status, network: 'testnet' })],
    ['node of another chain', () => (gateway.status = { ...gateway.status, chain_id: 2 })],
  ])('a %s: none of its data is shown, and no account is requested', async (_case, change) => {
    await browser.create();
    change();
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
