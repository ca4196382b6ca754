import { createRpcClient } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { createChain, type TestChain } from '@cairn/testkit';
import { startHistory } from '@cairn/wallet';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FixtureGateway, ORIGIN } from '../../test/fixture-gateway.ts';
import { type AppEvent, reduce } from './reducer.ts';
import { Store } from '@cairn/ui';
import { History } from './history.ts';
import { INITIAL_STATE, type AccountData, type AppState, type OpenWallet } from './state.ts';

const { address } = developmentAccounts(getNetwork('devnet'))[3]!;

let gateway: FixtureGateway;
let store: Store<AppState, AppEvent>;
let actions: History;

/** A chain on which the account has 230 block rewards and a transfer of genesis. */
let chain: TestChain;
beforeAll(async () => {
  chain = await createChain();
  await chain.devnet.mine({ blocks: 230, to: address });
});
afterAll(() => chain.close());

/** An open wallet with one account, of which 30 transactions are loaded. */
beforeEach(async () => {
  gateway = new FixtureGateway();
  await gateway.open(chain);
  const rpc = createRpcClient({ baseUrl: ORIGIN, timeoutMs: 2_000, fetch: gateway.fetch });
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

/** Blocks of the loaded transactions. */
const read = (): (number | null)[] =>
  store.get().data!.history.confirmed.map(({ block_height: height }) => height);

test('older pages are loaded by the node’s cursor to the end', async () => {
  while (await actions.loadOlder());
  expect(read()).toEqual(Array.from({ length: 231 }, (_, index) => 230 - index));
});

test('a cursor that the node no longer accepts reloads the list', async () => {
  await actions.loadOlder();
  gateway.cursorsForgotten = true;
  expect(await actions.loadOlder()).toBe(false);
  expect(read()).toEqual(Array.from({ length: 100 }, (_, index) => 230 - index));
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
