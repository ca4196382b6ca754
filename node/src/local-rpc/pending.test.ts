/** What accounts and histories show of pending transactions, and while the chain changes (interface document, sections 2.8 and 4.2). */
import { rpcHistorySchema, type RpcHistory } from '@cairn/api/rpc';
import { withChanges } from '@cairn/http/test-support';
import { bytesToHex, encodeTransaction } from '@cairn/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACCOUNTS, mineBranch, mineTestBlock, transfer, withViewChanges } from '@cairn/chain/test-support';
import { startTestRpc, type TestRpc } from './test-support.ts';

const [ALICE, BOB] = [ACCOUNTS[1]!.address, ACCOUNTS[2]!.address];
/** Alice's balance in the genesis block, in pebbles. */
const BALANCE = 10n ** 14n;

let rpc: TestRpc;

beforeEach(async () => {
  rpc = await startTestRpc();
});
afterEach(() => rpc.close());

const pay = (nonce: number, fee = 1n) => transfer({ from: 1, to: 2, nonce, value: 1_000n, fee });

async function submit(transaction: ReturnType<typeof transfer>, to = rpc): Promise<void> {
  const raw = bytesToHex(encodeTransaction(transaction));
  expect((await to.submit(JSON.stringify({ raw }))).status).toBe(202);
}

async function mine(...nonces: number[]): Promise<void> {
  for (const nonce of nonces) await mineTestBlock(rpc.testChain.chain, [pay(nonce)]);
}

async function history(query = '', address = ALICE, of = rpc): Promise<RpcHistory> {
  return rpcHistorySchema.parse((await of.get(`/v1/accounts/${address}/transactions${query}`)).json);
}

/** Status, nonce and height of each transaction. */
const shown = ({ transactions }: RpcHistory): string[] =>
  transactions.map(({ status, nonce, block_height: height }) => `${status} ${nonce} ${height}`);

it('they come first, by nonce, the highest first, and only for their sender', async () => {
  await mine(1, 2);
  for (const nonce of [3, 4, 5]) await submit(pay(nonce));
  await submit(pay(3, 500n)); // replaced last
  const page = await history();
  expect(shown(page)).toEqual([
    'pending 5 null',
    'pending 4 null',
    'pending 3 null',
    'confirmed 2 2',
    'confirmed 1 1',
    'confirmed 1 0',
  ]);
  expect(page.transactions[2]).toMatchObject({
    fee: '500',
    timestamp: null,
    from_address: ALICE,
    to_address: BOB,
  });
  expect(page).toMatchObject({ mempool_available: true, next_cursor: null });
  expect(shown(await history('', BOB))).toEqual(['confirmed 2 2', 'confirmed 1 1', 'confirmed 2 0']);
});

it('they are on the first page only; if they fill it, `latest` leads to the confirmed ones', async () => {
  await submit(pay(1));
  await submit(pay(2));
  for (const limit of [1, 2]) {
    const page = await history(`?limit=${limit}`);
    expect([shown(page), page.next_cursor]).toEqual([
      ['pending 2 null', 'pending 1 null'].slice(0, limit),
      'latest',
    ]);
  }
  const next = await history('?limit=2&cursor=latest');
  expect([shown(next), next.next_cursor]).toEqual([['confirmed 1 0'], null]);
});

it.each([3, 4, 7, 8])('pages of %i lead through everything once', async (limit) => {
  await mine(1, 2, 3, 4, 5);
  await submit(pay(6));
  await submit(pay(7));
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: RpcHistory = await history(`?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(page.transactions).not.toEqual([]);
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    seen.push(...shown(page));
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(shown(await history()));
});

it('the next page stays in place while the tip advances', async () => {
  await mine(1, 2, 3, 4);
  const first = await history('?limit=2');
  await mine(5);
  expect(shown(first)).toEqual(['confirmed 4 4', 'confirmed 3 3']);
  expect(shown(await history(`?limit=2&cursor=${first.next_cursor}`))).toEqual([
    'confirmed 2 2',
    'confirmed 1 1',
  ]);
});

it('a page is of one branch, also if the chain leaves it meanwhile', async () => {
  const heavier = await mineBranch([3, 3, 3, 3]);
  const switching = await startTestRpc(({ chain }) => ({
    chain: withViewChanges(chain, (view) => ({
      history: async (...asked) => {
        const locations = await view.history(...asked);
        for (const raw of heavier) await chain.offerBlock(raw);
        return locations;
      },
    })),
  }));
  const { chain } = switching.testChain;
  for (const nonce of [1, 2, 3]) await mineTestBlock(chain, [pay(nonce)]);
  const page = await history('?cursor=latest&limit=2', ALICE, switching);
  expect([chain.tip().height, shown(page)]).toEqual([4, ['confirmed 3 3', 'confirmed 2 2']]);
  await switching.close();
});

it('a transaction is shown once if its block arrives meanwhile', async () => {
  const late = await startTestRpc(({ chain }) => ({
    chain: withViewChanges(chain, (view) => ({
      history: async (...asked) => {
        await mineTestBlock(chain, [pay(1)]);
        return view.history(...asked);
      },
    })),
  }));
  await submit(pay(1), late);
  expect(shown(await history('', ALICE, late))).toEqual(['pending 1 null', 'confirmed 1 0']);
  await late.close();
});

it('they lower the spendable balance, and raise the next nonce', async () => {
  await submit(transfer({ from: 1, to: 2, nonce: 1, value: 10n ** 9n, fee: 3n }));
  await submit(transfer({ from: 1, to: 1, nonce: 2, value: 10n ** 9n, fee: 4n }));
  expect((await rpc.get(`/v1/accounts/${ALICE}`)).json).toEqual({
    network: 'devnet',
    address: ALICE,
    balance: String(BALANCE),
    spendable_balance: String(BALANCE - 10n ** 9n - 7n),
    nonce: 0,
    next_nonce: 3,
    pending_outgoing_count: 2,
    mempool_available: true,
  });
  const bob = (await rpc.get(`/v1/accounts/${BOB}`)).json;
  expect(bob).toMatchObject({ spendable_balance: String(BALANCE), next_nonce: 1 });
});

it('without its pending store a node answers with confirmed values (section 7.2)', async () => {
  await submit(pay(1));
  await rpc.mempool.close();
  expect((await rpc.get(`/v1/accounts/${ALICE}`)).json).toEqual({
    network: 'devnet',
    address: ALICE,
    balance: String(BALANCE),
    spendable_balance: String(BALANCE),
    nonce: 0,
    next_nonce: 1,
    pending_outgoing_count: 0,
    mempool_available: false,
  });
  const page = await history();
  expect([shown(page), page.mempool_available]).toEqual([['confirmed 1 0'], false]);
  expect((await rpc.get('/v1/status')).json).toMatchObject({ ready: true });
});

it('suggested fees are those of recent transfers, and at least what the mempool takes', async () => {
  const full = await startTestRpc(({ mempool }) => ({
    mempool: withChanges(mempool, { minimumFee: () => 21n }),
  }));
  for (const [of, lower] of [
    [rpc, '3'],
    [full, '21'],
  ] as const) {
    await mineTestBlock(of.testChain.chain, [pay(1, 3n), pay(2, 30n)]);
    const fees = { next_block: '30', few_blocks: lower, economy: lower, sampled_blocks: 1 };
    expect((await of.get('/v1/status')).json).toMatchObject({ suggested_fees: fees });
  }
  await full.close();
});
