import { COINBASE_SENDER, signTransaction } from '@cairn/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, stepBack } from '../../src/chain/test-support.ts';
import { numberedAccount } from '../../src/mempool/test-support.ts';
import { SAMPLE_TIP, serveNode, serveSample, type ServedNode } from './served-node.ts';

const address = (index: number): string => ACCOUNTS[index]!.address;
/** Balance of each development account in the genesis block, in pebbles. */
const INITIAL_BALANCE = 10n ** 14n;
const SUBSIDY = 5_000_000_000n;

/** An item of the ranking. */
interface RankedAddress {
  readonly address: string;
  readonly balance: string;
}

let node: ServedNode;

beforeAll(async () => {
  node = await serveSample();
});
afterAll(() => node.remove());

async function rankedAddress(of: string): Promise<RankedAddress> {
  const { items } = await node.json<{ items: RankedAddress[] }>('/api/v1/addresses?limit=100');
  return items.find((item) => item.address === of)!;
}

it('sums are of values, without fees; a transfer to oneself counts in both sums, and once as a transaction', async () => {
  expect(await rankedAddress(address(1))).toEqual({
    address: address(1),
    balance: String(INITIAL_BALANCE - 700n - 5n + 300n),
    nonce: 1,
    total_received: String(INITIAL_BALANCE + 300n),
    total_sent: '700',
    total_fees: '5',
    transaction_count: 3,
    first_seen_height: 0,
    last_seen_height: SAMPLE_TIP,
  });
  expect(await rankedAddress(address(3))).toMatchObject({
    balance: String(INITIAL_BALANCE - 3n),
    total_received: String(INITIAL_BALANCE + 90n),
    total_sent: '90',
    total_fees: '3',
    transaction_count: 2,
  });
});

it('a coinbase counts for its receiver', async () => {
  const rewards = BigInt(SAMPLE_TIP) * SUBSIDY + 12n;
  expect(await rankedAddress(address(9))).toMatchObject({
    balance: String(INITIAL_BALANCE + rewards),
    total_received: String(INITIAL_BALANCE + rewards),
    transaction_count: 1 + SAMPLE_TIP,
    last_seen_height: SAMPLE_TIP,
  });
});

it('the ranking is by balance descending, then address ascending', async () => {
  const { items } = await node.json<{ items: RankedAddress[] }>('/api/v1/addresses?limit=100');
  const sorted = items.toSorted((one, other) => {
    const difference = BigInt(other.balance) - BigInt(one.balance);
    if (difference !== 0n) return difference > 0n ? 1 : -1;
    return one.address < other.address ? -1 : 1;
  });
  expect(items).toEqual(sorted);
  const untouched = items.filter(({ balance }) => BigInt(balance) === INITIAL_BALANCE);
  expect(untouched.length).toBeGreaterThan(2);
});

it('coinbases are counted apart from transfers, genesis included', async () => {
  const { items } = await node.json<{ items: { value: string; is_coinbase: boolean }[] }>(
    '/api/v1/blocks/0/transactions',
  );
  const inGenesis = (isCoinbase: boolean): bigint =>
    items.filter((one) => one.is_coinbase === isCoinbase).reduce((sum, { value }) => sum + BigInt(value), 0n);
  const { stats } = await node.json('/api/v1/stats');
  expect(stats).toMatchObject({
    blocks: SAMPLE_TIP + 1,
    transactions: items.length + SAMPLE_TIP + 3,
    addresses: 10,
    total_fees: '12',
    total_transferred: String(inGenesis(false) + 700n + 300n + 90n),
    total_rewards: String(inGenesis(true) + BigInt(SAMPLE_TIP) * SUBSIDY + 12n),
  });
});

it('direction is in, out or self, by the role of the address', async () => {
  const directions = async (of: string): Promise<unknown[]> => {
    const { items } = await node.json<{ items: { direction: string; block_height: number }[] }>(
      `/api/v1/addresses/${of}/transactions?limit=100`,
    );
    return items.filter((one) => one.block_height === SAMPLE_TIP).map((one) => one.direction);
  };
  expect(await directions(address(1))).toEqual(['in', 'out']);
  expect(await directions(address(2))).toEqual(['out', 'in']);
  expect(await directions(address(3))).toEqual(['self']);
  expect(await directions(address(9))).toEqual(['in']);
});

it('an address exists from the first transaction that names it; the sentinel never does', async () => {
  const served = await serveNode();
  const newcomer = numberedAccount(77);
  const of = `/api/v1/addresses/${newcomer.address}`;
  await served.caughtUp();
  const count = async (): Promise<unknown> =>
    (await served.json<{ stats: { addresses: number } }>('/api/v1/stats')).stats.addresses;
  expect([(await served.json(of))['exists'], await count()]).toEqual([false, 10]);
  const body = { chain: DEVNET.chainId, nonce: 1, fee: 1n, value: 1n, fromAddress: address(1) };
  const payment = signTransaction({ ...body, toAddress: newcomer.address }, ACCOUNTS[1]!.privateKey);
  await served.mine([payment]);
  await served.caughtUp();
  expect([(await served.json(of))['exists'], await count()]).toEqual([true, 11]);
  // Its history has the payment.
  expect(await served.json(`${of}/transactions`)).toMatchObject({ pagination: { total: 1 } });
  const { items } = await served.json<{ items: RankedAddress[] }>('/api/v1/addresses?limit=100');
  expect(items.map((item) => item.address)).not.toContain(COINBASE_SENDER);
  for (const suffix of ['', '/transactions']) {
    const { status, json } = await served.get(`/api/v1/addresses/${COINBASE_SENDER}${suffix}`);
    expect([status, json]).toMatchObject([400, { error: 'invalid_address' }]);
  }
  await stepBack(served.chain);
  await served.caughtUp();
  expect([(await served.json(of))['exists'], await count()]).toEqual([false, 10]);
  await served.remove();
});
