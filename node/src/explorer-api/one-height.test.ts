import { ACCOUNTS, mineTestBlock, stepBack, transfer } from '@cairn/chain/test-support';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openTestChain } from '../home/test-support.ts';
import { startSqliteProjection } from '../projection/index.ts';
import { until } from '../projection/test-support.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

/** Genesis has ten transactions, each further block here two. */
const transactionsAt = (height: number): number => 10 + 2 * height;

interface Bodies {
  readonly feed: {
    readonly items: readonly {
      readonly block_height: number;
      readonly block_id: string;
      readonly confirmations: number;
    }[];
    readonly pagination: { readonly total: number };
  };
  readonly stats: {
    readonly stats: {
      readonly indexed_height: number;
      readonly blocks: number;
      readonly transactions: number;
    };
  };
  readonly ranking: {
    readonly items: readonly { readonly balance: string; readonly last_seen_height: number }[];
  };
}

const CHECKS: { readonly [Name in keyof Bodies]: (body: Bodies[Name]) => void } = {
  feed({ items, pagination }) {
    const newest = items[0]!.block_height;
    expect(new Set(items.map((item) => item.block_height + item.confirmations)).size).toBe(1);
    expect(pagination.total).toBe(transactionsAt(newest));
    expect(new Set(items.map(({ block_id: id }) => id)).size).toBe(newest + 1 - items.at(-1)!.block_height);
  },
  stats({ stats }) {
    const height = stats.indexed_height;
    expect(stats).toMatchObject({ blocks: height + 1, transactions: transactionsAt(height) });
  },
  ranking({ items }) {
    const supply = items.reduce((sum, { balance }) => sum + BigInt(balance), 0n);
    const height = Math.max(...items.map((item) => item.last_seen_height));
    expect(supply).toBe(10n ** 15n + BigInt(height) * 5_000_000_000n);
  },
};
const PATHS = { feed: 'transactions?limit=50', stats: 'stats', ranking: 'addresses?limit=100' } as const;

/** @returns the number of answers */
async function query(explorer: TestExplorer, name: keyof Bodies, isOver: () => boolean): Promise<number> {
  let answers = 0;
  while (!isOver()) {
    const { status, json } = await explorer.get(`/api/v1/${PATHS[name]}`);
    expect(status).toBeOneOf([200, 503]);
    if (status !== 200) continue;
    (CHECKS[name] as (body: unknown) => void)(json);
    answers += 1;
  }
  return answers;
}

it('every answer is of one height, while blocks are connected and disconnected', async () => {
  // As in a node: the writer has a thread and a connection of its own.
  const testChain = await openTestChain();
  const { chain, dataDirectory } = testChain;
  const logger = pino({ level: 'silent' });
  const projection = startSqliteProjection({ chain, path: dataDirectory.projection, logger });
  const explorer = await startTestExplorer(
    () => ({ indexStatus: () => projection.status(), index: () => projection.reader() }),
    { chain, close: () => testChain.remove() },
  );
  const caughtUp = () =>
    until(() => {
      const { state, indexedHeight } = projection.status();
      return state === 'ready' && indexedHeight === chain.tip().height;
    });
  await caughtUp();
  let isOver = false;
  const readers = (['feed', 'stats', 'ranking'] as const).map((name) => query(explorer, name, () => isOver));
  for (let round = 0; round < 8; round += 1) {
    for (let block = 0; block < 4; block += 1) {
      const { nonce } = chain.view.account(ACCOUNTS[1]!.address)!;
      const payment = transfer({ from: 1, to: 2, nonce: nonce + 1, value: BigInt(round + 1) });
      await mineTestBlock(chain, [payment], { miner: round % 9 });
    }
    await caughtUp();
    await stepBack(chain, 3);
    await caughtUp();
  }
  isOver = true;
  expect(Math.min(...(await Promise.all(readers)))).toBeGreaterThan(5);
  expect(explorer.log).toEqual([]);
  await projection.close();
  await explorer.close();
});
