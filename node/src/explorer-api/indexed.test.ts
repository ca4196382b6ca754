import { readFileSync } from 'node:fs';
import { createExplorerClient, type ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER, encodeAddress, hexToBytes } from '@cairn/protocol';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS, DEVNET, mineTestBlock, stepBack, transfer } from '../chain/test-support.ts';
import { startSqliteProjection, type Projection, type ProjectionReader } from '../projection/index.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

interface VectorChain {
  readonly blocks: readonly { readonly id: string; readonly raw: string }[];
  readonly accounts: Readonly<Record<string, { readonly balance: string; readonly nonce: number }>>;
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../../../test/vectors/devnet-chain.json', import.meta.url), 'utf8'),
) as VectorChain;
const TIP = VECTORS.blocks.length - 1;
const DEEPEST = 2_147_483_647;
/** A valid address without transactions. */
const UNKNOWN = encodeAddress(new Uint8Array(20).fill(7), DEVNET);

let explorer: TestExplorer;
let projection: Projection;
let client: ReturnType<typeof createExplorerClient>;
/** Queries to the projection. */
let queries: string[];

/** Records each query to the reader. */
function watched(reader: ProjectionReader | undefined): ProjectionReader | undefined {
  if (reader === undefined) return undefined;
  const ask =
    (query: keyof ProjectionReader) =>
    (...given: never[]) => {
      queries.push(query);
      return (reader[query] as (...values: never[]) => never).apply(reader, given);
    };
  return {
    blockAt: ask('blockAt'),
    transactions: ask('transactions'),
    addresses: ask('addresses'),
    addressRank: ask('addressRank'),
    addressTransactions: ask('addressTransactions'),
    totals: ask('totals'),
    series: ask('series'),
    miners: ask('miners'),
    miner: ask('miner'),
    minerBlocks: ask('minerBlocks'),
  };
}

/** Waits until the projection has caught up with the chain. */
async function caughtUp(): Promise<void> {
  const { chain } = explorer.testChain;
  await vi.waitUntil(
    () => {
      const { state, indexedHeight } = projection.status();
      return state === 'ready' && indexedHeight === chain.tip().height;
    },
    { timeout: 60_000 },
  );
}

beforeAll(async () => {
  queries = [];
  explorer = await startTestExplorer(() => ({
    indexStatus: () => projection.status(),
    index: () => watched(projection.reader()),
  }));
  const { chain, dataDirectory } = explorer.testChain;
  for (const { raw } of VECTORS.blocks.slice(1)) await chain.appendBlock(hexToBytes(raw));
  const logger = pino({ level: 'silent' });
  projection = startSqliteProjection({ chain, path: dataDirectory.projection, logger });
  client = createExplorerClient({ baseUrl: explorer.url });
  await caughtUp();
});

afterAll(async () => {
  await projection.close();
  await explorer.close();
});

/** All transactions of the chain as the core routes return them, newest first. */
async function coreTransactions(): Promise<ExplorerTransaction[]> {
  const height = explorer.testChain.chain.tip().height;
  const blocks = Array.from({ length: height + 1 }, (_, index) => height - index);
  const pages = blocks.map((block) => client.listBlockTransactions({ height_or_hash: block, limit: 100 }));
  return (await Promise.all(pages)).flatMap(({ items }) => items.toReversed());
}

function concerns(address: string): (transaction: ExplorerTransaction) => boolean {
  return ({ from_address: from, to_address: to }) => from === address || to === address;
}

describe('the feed', () => {
  it('has every confirmed transaction, newest first, as in the core routes', async () => {
    const all = await coreTransactions();
    const feed = await client.listTransactions({ limit: 100 });
    expect(feed).toEqual({
      network: 'devnet',
      items: all.slice(0, 100),
      pagination: { limit: 100, offset: 0, count: Math.min(100, all.length), total: all.length },
    });
    expect((await client.listTransactions({ limit: 7, offset: 11 })).items).toEqual(all.slice(11, 18));
  });

  it.each(['/transactions', '/addresses', `/addresses/${ACCOUNTS[1]!.address}/transactions`])(
    '%s ends in an empty page, however far beyond the end',
    async (path) => {
      const whole = (await explorer.get(`/api/v1${path}?limit=100`)).json as {
        pagination: { total: number };
      };
      const { total } = whole.pagination;
      for (const [offset, count] of [
        [total - 1, 1],
        [total, 0],
        [DEEPEST, 0],
      ]) {
        expect((await explorer.get(`/api/v1${path}?offset=${offset}`)).json).toMatchObject({
          items: { length: count },
          pagination: { limit: 25, offset, count, total },
        });
      }
      expect((await explorer.get(`/api/v1${path}?offset=${DEEPEST + 1}`)).status).toBe(422);
    },
  );
});

describe('an address history', () => {
  it('contains the transactions of the feed from or to the address, with their direction', async () => {
    const all = await coreTransactions();
    for (const { address } of ACCOUNTS) {
      const expected = all.filter(concerns(address)).map((transaction) => ({
        ...transaction,
        direction: directionIn(transaction, address),
      }));
      const history = await client.listAddressTransactions({ address, limit: 100 });
      const of = { network: 'devnet', tip_id: VECTORS.blocks[TIP]!.id, address };
      expect(history).toMatchObject({ ...of, items: expected });
      expect(history.pagination.total).toBe(expected.length);
    }
  });

  it('of a valid address without transactions is empty, of an invalid one a 400', async () => {
    const { items, pagination } = await client.listAddressTransactions({ address: UNKNOWN });
    expect([items, pagination.total]).toEqual([[], 0]);
    for (const bad of ['x', COINBASE_SENDER, 'TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn']) {
      const refused = await explorer.get(`/api/v1/addresses/${bad}/transactions`);
      expect([refused.status, refused.json]).toMatchObject([400, { error: 'invalid_address' }]);
    }
  });
});

function directionIn({ from_address: from, to_address: to }: ExplorerTransaction, address: string): string {
  if (from === to) return 'self';
  return to === address ? 'in' : 'out';
}

describe('the ranking', () => {
  it('has the accounts of the vectors, richest first, then by address', async () => {
    const expected = Object.entries(VECTORS.accounts)
      .map(([address, account]) => ({ address, ...account }))
      .toSorted((a, b) => Number(BigInt(b.balance) - BigInt(a.balance)) || (a.address < b.address ? -1 : 1));
    const { items, pagination } = await client.listAddresses({ limit: 100 });
    expect(items.map(({ address, balance, nonce }) => ({ address, balance, nonce }))).toEqual(expected);
    expect(pagination).toEqual({ limit: 100, offset: 0, count: expected.length, total: expected.length });
  });

  it('equals the sums of the transactions', async () => {
    const all = await coreTransactions();
    for (const item of (await client.listAddresses({ limit: 100 })).items) {
      const own = all.filter(concerns(item.address));
      const incoming = own.filter(({ to_address: to }) => to === item.address);
      const outgoing = own.filter(({ from_address: from }) => from === item.address);
      expect(item).toMatchObject({
        total_received: sum(incoming, 'value'),
        total_sent: sum(outgoing, 'value'),
        total_fees: sum(outgoing, 'fee'),
        transaction_count: own.length,
        first_seen_height: own.at(-1)!.block_height,
        last_seen_height: own[0]!.block_height,
      });
    }
  });
});

it('the rank of an address is its place in the ranking', async () => {
  const { items, pagination } = await client.listAddresses({ limit: 100 });
  const ranks = await Promise.all(items.map(({ address }) => client.getAddressRank({ address })));
  const { total } = pagination;
  const of = { network: 'devnet', tip_id: VECTORS.blocks[TIP]!.id, total };
  expect(ranks).toEqual(items.map((item, index) => ({ ...of, rank: index + 1, ...item })));
  const unknown = await explorer.get(`/api/v1/addresses/${UNKNOWN}/rank`);
  expect([unknown.status, unknown.json]).toMatchObject([404, { error: 'address_not_found' }]);
});

function sum(transactions: readonly ExplorerTransaction[], amount: 'fee' | 'value'): string {
  return String(transactions.reduce((total, transaction) => total + BigInt(transaction[amount]), 0n));
}

describe('the statistics', () => {
  it('count and sum everything', async () => {
    const all = await coreTransactions();
    const transfers = all.filter(({ is_coinbase: isCoinbase }) => isCoinbase !== true);
    const coinbases = all.filter(({ is_coinbase: isCoinbase }) => isCoinbase);
    expect(await client.getStats()).toEqual({
      network: 'devnet',
      stats: {
        network: 'devnet',
        chain_id: 3,
        indexed_height: TIP,
        indexed_block_id: VECTORS.blocks[TIP]!.id,
        blocks: VECTORS.blocks.length,
        transactions: all.length,
        addresses: Object.keys(VECTORS.accounts).length,
        total_fees: sum(transfers, 'fee'),
        total_transferred: sum(transfers, 'value'),
        total_rewards: sum(coinbases, 'value'),
      },
    });
  });
});

describe('a repeated request', () => {
  const PATHS = ['/transactions', '/addresses', `/addresses/${UNKNOWN}/transactions`, '/stats'];

  it('reads the projection once per block, and not for a copy that is still current', async () => {
    for (const path of PATHS.map((name) => `/api/v1${name}?offset=1`)) {
      queries.length = 0;
      const first = await explorer.get(path);
      expect((await explorer.get(path)).text).toBe(first.text);
      const third = await explorer.get(path);
      const headers = { 'If-None-Match': first.headers.etag! };
      expect([first.status, third.text, queries.length]).toEqual([200, first.text, 1]);
      expect(third.headers).toMatchObject({ etag: first.headers.etag, 'content-type': 'application/json' });
      expect((await explorer.get(path, { headers })).status).toBe(304);
      expect(queries.length).toBe(1);
    }
  });

  it('is answered differently after the next block, and as before after a step back', async () => {
    const { chain } = explorer.testChain;
    const ask = (): Promise<(string | undefined)[][]> =>
      Promise.all(
        PATHS.map(async (path) => {
          const { text, headers } = await explorer.get(`/api/v1${path}`);
          return [text, headers.etag];
        }),
      );
    const before = await ask();
    const nonce = chain.view.account(ACCOUNTS[1]!.address)!.nonce + 1;
    await mineTestBlock(chain, [transfer({ from: 1, to: 1, nonce })]);
    await caughtUp();
    const after = await ask();
    after.forEach(([, tag], index) => expect(tag).not.toBe(before[index]![1]));
    expect((await client.listTransactions({ limit: 1 })).items[0]).toMatchObject({
      block_height: TIP + 1,
      confirmations: 1,
    });
    await stepBack(chain);
    await caughtUp();
    expect(await ask()).toEqual(before);
  });
});
