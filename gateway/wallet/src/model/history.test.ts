import { createRpcClient, type RpcTransaction } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { startHistory } from '@cairn/wallet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FixtureGateway } from '../../test/fixture-gateway.ts';
import { type AppEvent, reduce } from './reducer.ts';
import { Store } from '@cairn/ui';
import { History } from './history.ts';
import { INITIAL_STATE, type AccountData, type AppState, type OpenWallet } from './state.ts';

const { address } = developmentAccounts(getNetwork('devnet'))[0]!;

let gateway: FixtureGateway;
let store: Store<AppState, AppEvent>;
let actions: History;

/** An open wallet with one account, of which 30 of 330 transactions are loaded. */
beforeEach(async () => {
  gateway = new FixtureGateway();
  const rpc = createRpcClient({ baseUrl: await gateway.open(), timeoutMs: 2_000 });
  gateway.confirmed = Array.from({ length: 330 }, (_, index) => transaction(330 - index));
  const page = await rpc.listAccountTransactions({ address, limit: 30 });
  store = new Store<AppState, AppEvent>(
    {
      ...INITIAL_STATE,
      phase: { name: 'unlocked', wallet: { network: 'devnet', selected: { address } } as OpenWallet },
      data: { account: { address }, history: startHistory(page) } as AccountData,
    },
    reduce,
  );
  actions = new History({ rpc }, store);
});
afterEach(() => gateway.close());

/** Nonces of the loaded transactions. */
const read = (): number[] => store.get().data!.history.confirmed.map(({ nonce }) => nonce);

test('older pages are loaded by the node’s cursor to the end', async () => {
  while (await actions.loadOlder());
  expect(read()).toEqual(Array.from({ length: 330 }, (_, index) => 330 - index));
});

test('a cursor that the node no longer accepts reloads the list', async () => {
  await actions.loadOlder();
  gateway.cursorsForgotten = true;
  expect(await actions.loadOlder()).toBe(false);
  expect(read()).toEqual(Array.from({ length: 100 }, (_, index) => 330 - index));
});

test('a page of an account that is no longer shown is dropped', async () => {
  let release = (): void => undefined;
  gateway.hold = new Promise((resolve) => (release = resolve));
  const page = actions.loadOlder();
  store.dispatch({ type: 'closed', phase: { name: 'locked', network: 'devnet' } });
  release();
  expect(await page).toBe(false);
  expect(store.get().data).toBeUndefined();
});

test('two presses at once: the page is added only once', async () => {
  const pages = await Promise.all([actions.loadOlder(), actions.loadOlder()]);
  expect(pages.toSorted()).toEqual([false, true]);
  const [first, ...rest] = read();
  expect(rest).toEqual(rest.map((_, index) => first! - 1 - index));
});

test('a page requested before the list was reloaded is not added to it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gateway.hold = promise;
  const page = actions.loadOlder();
  store.dispatch({ type: 'page', address, page: { transactions: [], next_cursor: 'at-5' } });
  resolve();
  expect(await page).toBe(false);
  expect(read()).toEqual([]);
});

test('every other error is thrown, and nothing changes', async () => {
  gateway.override = { status: 504, body: { error: 'node_timeout', message: '' } };
  await expect(actions.loadOlder()).rejects.toMatchObject({ code: 'node_timeout' });
  expect(read()).toHaveLength(30);
});

function transaction(number: number): RpcTransaction {
  return {
    id: number.toString(16).padStart(64, '0'),
    chain: 3,
    nonce: number,
    fee: '1000',
    value: '1',
    from_address: address,
    to_address: address,
    status: 'confirmed',
    block_height: number,
    timestamp: 1_767_225_600,
  };
}
