import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FixtureGateway } from '../../test/fixture-gateway.ts';
import { ALICE, BOB, FixtureWallet } from '../../test/fixture-wallet.ts';
import type { Model } from './model.ts';
import { CURRENT_FOR_MS, isCurrent, networkMismatch, sendBlockers, type AppState } from './state.ts';

let wallet: FixtureWallet;
let gateway: FixtureGateway;
let model: Model;
beforeEach(async () => {
  wallet = await FixtureWallet.start();
  ({ gateway, model } = wallet);
});
afterEach(() => wallet.close());

const state = (): AppState => wallet.state();

describe('the connection to the node', () => {
  test('is online when everything answers, and sending is allowed', async () => {
    await wallet.create();
    expect(state().connection).toEqual({ state: 'online' });
    expect(sendBlockers(state())).toEqual([]);
  });

  test('with the node down, data stays, sending is off, and the page recovers automatically', async () => {
    await wallet.create();
    gateway.override = { status: 502, body: { error: 'node_unreachable', message: '' } };
    await model.refresh();
    expect(state().connection).toEqual({ state: 'node_down', code: 'node_unreachable' });
    expect(state().data?.account.balance).toBe('1000000000');
    expect(sendBlockers(state())).toEqual(['no_answer']);
    gateway.override = undefined;
    await model.refresh();
    expect(sendBlockers(state())).toEqual([]);
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
    await wallet.create();
    gateway.override = override;
    await model.refresh();
    expect(state().connection).toEqual(connection);
    expect(sendBlockers(state())).toEqual(['no_answer']);
  });

  test('a restarted gateway: the page is loaded again, once', async () => {
    await wallet.create();
    gateway.sessionValid = false;
    await model.refresh();
    expect(wallet.renewals).toBe(1);
  });

  test('a page that never had a session is not loaded again, because that would not give it a session', async () => {
    gateway.sessionValid = false;
    await model.refresh();
    expect([wallet.renewals, state().connection]).toEqual([0, { state: 'session_refused' }]);
    gateway.sessionValid = true;
    await model.refresh();
    expect(state().connection).toEqual({ state: 'online' });
  });

  test('a gateway that refuses the reloaded page too is reported', async () => {
    const other = await wallet.openPage({ renewSession: () => false });
    gateway.sessionValid = false;
    await other.refresh();
    expect(other.store.get().connection).toEqual({ state: 'session_refused' });
  });

  test.each<[string, () => void, string]>([
    [
      'node of another network',
      () => (gateway.status = { ...gateway.status, network: 'testnet' }),
      'wrong_network',
    ],
    ['node of another chain', () => (gateway.status = { ...gateway.status, chain_id: 2 }), 'wrong_chain'],
  ])('a %s: none of its data is shown, and no account is requested', async (_case, change, code) => {
    await wallet.create();
    change();
    gateway.requests.length = 0;
    await model.refresh();
    expect(networkMismatch(state())).toBe(code);
    expect(sendBlockers(state())).toEqual([code]);
    expect(state().data).toBeUndefined();
    expect(gateway.requests).toEqual(['GET /v1/status']);
  });

  test.each<[string, () => void, string]>([
    ['account', () => (gateway.answerAbout = BOB), 'foreign_answer'],
    ['network', () => (gateway.accountNetwork = 'testnet'), 'foreign_answer'],
  ])('an answer about another %s than requested is not used', async (_case, change, code) => {
    await wallet.create();
    change();
    await model.refresh();
    expect(state().connection).toEqual({ state: 'bad_answer', code });
    expect(state().data?.account.address).toBe(ALICE);
    expect(await model.sending.send(wallet.plan())).toEqual({ kind: 'blocked' });
    expect(gateway.submissions).toEqual([]);
  });

  test('a device without network is reported, and the page recovers', async () => {
    await wallet.create();
    wallet.deviceOnline = false;
    gateway.override = 'hang_up';
    await model.refresh();
    expect(state().connection).toEqual({ state: 'offline' });
    gateway.override = undefined;
    await model.refresh();
    expect(state().connection).toEqual({ state: 'online' });
  });

  test('data is current for a limited time, and not while the node does not answer', async () => {
    await wallet.create();
    const { readAt } = state().data!;
    expect(isCurrent(state(), readAt, readAt + 10_000)).toBe(true);
    expect(isCurrent(state(), readAt, readAt + CURRENT_FOR_MS)).toBe(false);
    gateway.override = 'hang_up';
    await model.refresh();
    expect(isCurrent(state(), readAt, readAt + 1)).toBe(false);
  });

  test('a gateway for another network blocks sending as well', async () => {
    gateway.config = { network: 'testnet', explorer_url: null };
    await wallet.create();
    expect(sendBlockers(state())).toEqual(['wrong_network']);
  });
});
