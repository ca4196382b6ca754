import type { ExplorerStats, Series, SeriesFigure } from '@cairn/api/explorer';
import { blockSize, blockWork, signTransaction, subsidyAt } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedAccount } from '../src/mempool/test-support.ts';
import { ACCOUNTS, DEVNET } from '../src/chain/test-support.ts';
import { serveNode, type ServedNode } from './explorer-rules/served-node.ts';

const DAY = 86_400;
/** A Wednesday, 0:00 UTC. */
const WEDNESDAY = 1_767_744_000;
/**
 * Block times in seconds after `WEDNESDAY`: three that day, one of them before its parent's, none on Thursday, two on
 * Friday.
 */
const TIMES = [3_600, 7_300, 7_200, 2 * DAY + 60, 2 * DAY + 120];
const FEE = 1_000n;
const VALUE = 5_000n;

const { address: fromAddress, privateKey } = ACCOUNTS[1]!;
const toNewAddress = signTransaction(
  {
    chain: DEVNET.chainId,
    nonce: 1,
    fee: FEE,
    value: VALUE,
    fromAddress,
    toAddress: numberedAccount(77).address,
  },
  privateKey,
);

let node: ServedNode;

beforeAll(async () => {
  node = await serveNode();
  for (const [index, seconds] of TIMES.entries()) {
    await node.mine(index === 3 ? [toNewAddress] : [], { timestamp: WEDNESDAY + seconds });
  }
  await node.caughtUp();
});

afterAll(() => node.remove());

function series(query: string): Promise<Series> {
  return node.json<Series>(`/api/v1/series?${query}`);
}
const valuesOf = async (figure: SeriesFigure): Promise<Series['values']> =>
  (await series(`figure=${figure}&step=day`)).values;

describe('a series', () => {
  it('starts at the first block after genesis and ends at the newest', async () => {
    expect(await series('')).toEqual({
      network: 'devnet',
      figure: 'transactions',
      step_seconds: DAY,
      from: WEDNESDAY,
      indexed_height: TIMES.length,
      values: [3, 0, 3],
    });
  });

  it('adds up each figure, with 0 for a sum and null for a mean where there is no block', async () => {
    const { header } = node.chain.view.block(1)!;
    const work = Number(blockWork(header.bits));
    expect(await valuesOf('fees')).toEqual(['0', '0', `${FEE}`]);
    expect(await valuesOf('transferred')).toEqual(['0', '0', `${VALUE}`]);
    expect(await valuesOf('size')).toEqual([3 * blockSize(1), 0, blockSize(2) + blockSize(1)]);
    expect(await valuesOf('difficulty')).toEqual([work, null, work]);
    // Block 2 came 3,700 seconds after block 1, and block 3 is dated 100 seconds before block 2.
    expect(await valuesOf('block_interval')).toEqual([1_800, null, (2 * DAY + 60 - 7_200 + 60) / 2]);
    expect(await valuesOf('hash_rate')).toEqual([
      (2 * work) / 3_600,
      null,
      (2 * work) / (2 * DAY + 60 - 7_200 + 60),
    ]);
  });

  it('gives the total supply and number of addresses at the end of each bucket', async () => {
    const { stats } = await node.json<{ stats: ExplorerStats }>('/api/v1/stats');
    const supply = BigInt(stats.total_rewards) - BigInt(stats.total_fees);
    const emittedOnFriday = subsidyAt(4) + subsidyAt(5);
    expect(await valuesOf('supply')).toEqual(
      [supply - emittedOnFriday, supply - emittedOnFriday, supply].map(String),
    );
    expect(await valuesOf('addresses')).toEqual([stats.addresses - 1, stats.addresses - 1, stats.addresses]);
  });

  it.each([
    ['figure=price', 'figure'],
    ['step=month', 'step'],
    ['from=-1', 'from'],
    ['count=0', 'count'],
    ['count=751', 'count'],
  ])('with %s is 422', async (query, name) => {
    const { status, json } = await node.get(`/api/v1/series?${query}`);
    expect([status, (json as { detail: { loc: string[] }[] }).detail[0]!.loc]).toEqual([
      422,
      ['query', name],
    ]);
  });
});
