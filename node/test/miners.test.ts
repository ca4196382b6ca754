import type { Miner, MinerBlocks } from '@cairn/api/explorer';
import { subsidyAt } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, transfer } from '../src/chain/test-support.ts';
import { serveNode, type ServedNode } from './explorer-rules/served-node.ts';

/** Accounts that mined blocks 1 to 6. */
const MINERS = [4, 5, 4, 6, 4, 5];
const FEE = 1_000n;
const addressOf = (account: number): string => ACCOUNTS[account]!.address;
/** Address of an account that received coins in the genesis block, but has mined no block. */
const NO_MINER = addressOf(1);

let node: ServedNode;

beforeAll(async () => {
  node = await serveNode();
  for (const [index, miner] of MINERS.entries()) {
    await node.mine(index === 2 ? [transfer({ from: 1, to: 2, nonce: 1, fee: FEE })] : [], { miner });
  }
  await node.caughtUp();
});

afterAll(() => node.remove());

const rewardsOf = (...heights: number[]): bigint =>
  heights.reduce((sum, height) => sum + subsidyAt(height), 0n);
const share = (account: number, heights: readonly number[], blocks: number, fees = 0n) => ({
  address: addressOf(account),
  blocks: heights.length,
  share: heights.length / blocks,
  rewards: String(rewardsOf(...heights) + fees),
  fees: String(fees),
  last_height: Math.max(...heights),
});
const minerOf = (account: number): Promise<Miner> => node.json(`/api/v1/miners/${addressOf(account)}`);
const blocksOf = (account: number, query = ''): Promise<MinerBlocks> =>
  node.json(`/api/v1/miners/${addressOf(account)}/blocks?${query}`);

describe('the miners of the newest blocks', () => {
  it('are sorted by their blocks, without the genesis block', async () => {
    expect(await node.json('/api/v1/miners')).toEqual({
      network: DEVNET.name,
      indexed_height: 6,
      blocks: 6,
      miners: 3,
      items: [share(4, [1, 3, 5], 6, FEE), share(5, [2, 6], 6), share(6, [4], 6)],
      others: { miners: 0, blocks: 0 },
    });
  });

  it.each(['0', '10001', 'all'])('in a range of %s are 422', async (blocks) => {
    const { status, json } = await node.get(`/api/v1/miners?blocks=${blocks}`);
    expect([status, (json as { detail: { loc: string[] }[] }).detail[0]!.loc]).toEqual([
      422,
      ['query', 'blocks'],
    ]);
  });
});

describe('a miner', () => {
  it('has its blocks, rewards and fees', async () => {
    expect(await minerOf(4)).toEqual({
      network: DEVNET.name,
      address: addressOf(4),
      indexed_height: 6,
      blocks: 3,
      rewards: String(rewardsOf(1, 3, 5) + FEE),
      fees: String(FEE),
      first_height: 1,
      last_height: 5,
    });
  });

  it('has blocks newest first, as in the block list, and pages that do not drift', async () => {
    const { items, pagination } = await blocksOf(4, 'limit=2');
    const all = await node.json<{ items: { miner: string }[] }>('/api/v1/blocks');
    expect(items).toEqual(all.items.filter(({ miner }) => miner === addressOf(4)).slice(0, 2));
    expect(pagination).toEqual({
      limit: 2,
      offset: 0,
      count: 2,
      total: 3,
      before_height: null,
      next_before_height: 3,
    });
    const next = await blocksOf(4, 'limit=2&before_height=3');
    expect(next.items.map(({ height }) => height)).toEqual([1]);
    expect(next.pagination).toMatchObject({ count: 1, total: 3, before_height: 3, next_before_height: 1 });
  });

  it('without mined blocks has zeros and an empty list, like an address without a history', async () => {
    const zeros = { blocks: 0, rewards: '0', fees: '0', first_height: null, last_height: null };
    for (const address of [NO_MINER, addressOf(8)]) {
      expect(await node.json(`/api/v1/miners/${address}`)).toMatchObject(zeros);
      expect(await node.json(`/api/v1/miners/${address}/blocks`)).toMatchObject({
        items: [],
        pagination: { count: 0, total: 0, next_before_height: 0 },
      });
    }
  });

  it.each(['', '/blocks'])('with an invalid address is 400 at %j', async (rest) => {
    const { status, json } = await node.get(`/api/v1/miners/nobody${rest}`);
    expect([status, (json as { error: string }).error]).toEqual([400, 'invalid_address']);
  });
});
