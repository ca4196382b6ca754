import { explorerEventSchemas } from '@cairn/api/explorer';
import { blockId } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestBlock, mineTestBlock, openTestChain } from '../../chain/test-support.ts';
import { startTestExplorer, type TestExplorer } from '../test-support.ts';
import { openTestStream, type TestStream } from './test-support.ts';

// For nodes only: a replica has no stale blocks. node/postgres/test/replica.test.ts tests a replica's events.
let explorer: TestExplorer;
let streams: TestStream[];

beforeEach(async () => {
  streams = [];
  explorer = await startTestExplorer();
});

afterEach(async () => {
  for (const stream of streams) stream.leave();
  await explorer.close();
});

async function open(options?: Parameters<typeof openTestStream>[1]): Promise<TestStream> {
  const stream = await openTestStream(explorer.url, options);
  streams.push(stream);
  return stream;
}

async function mine(count: number): Promise<void> {
  for (let mined = 0; mined < count; mined += 1) await mineTestBlock(explorer.testChain.chain);
}

const idsOf = (stream: TestStream): (number | undefined)[] => stream.events().map(({ id }) => id);

describe('a reorganization', () => {
  /** Blocks of a branch from the genesis block, mined by another miner. */
  async function branch(length: number): Promise<Uint8Array[]> {
    const other = await openTestChain();
    const blocks: Uint8Array[] = [];
    for (let count = 0; count < length; count += 1) {
      blocks.push(buildTestBlock(other.chain, [], { miner: 3 }));
      await other.chain.appendBlock(blocks.at(-1)!);
    }
    await other.remove();
    return blocks;
  }

  it('is reported once, before the new tip, to open and to resumed streams', async () => {
    await mine(2);
    const { chain } = explorer.testChain;
    const old = chain.tip();
    const stream = await open();
    const theirs = await branch(3);
    for (const raw of theirs) await chain.offerBlock(raw);
    await expect.poll(() => stream.events().length).toBe(2);
    const [reorganized, tip] = stream.events();
    expect(explorerEventSchemas.reorganized.parse(reorganized!.data)).toEqual({
      network: 'devnet',
      old_tip: old.id,
      new_tip: blockId(theirs[2]!),
      common_height: 0,
      disconnected_count: 2,
      connected_count: 3,
      disconnected: [old.id, expect.any(String)],
      connected: theirs.map((raw) => blockId(raw)).reverse(),
    });
    expect([reorganized!.event, reorganized!.id, tip!.event, tip!.id]).toEqual([
      'reorganized',
      undefined,
      'tip',
      3,
    ]);
    const back = await open({ headers: { 'Last-Event-ID': `2-${old.id}` } });
    await expect.poll(() => back.events().length).toBe(4);
    expect(back.events()[0]).toEqual(reorganized);
    expect(idsOf(back).slice(1)).toEqual([1, 2, 3]);
    const strange = await open({ headers: { 'Last-Event-ID': `3-${'ab'.repeat(32)}` } });
    await expect.poll(() => idsOf(strange)).toEqual([3]);
  });

  it('leaves stale blocks, which are listed but not found by other routes', async () => {
    await mine(2);
    const { chain } = explorer.testChain;
    const old = chain.tip();
    const list = (): Promise<{ json: unknown }> => explorer.get('/api/v1/blocks/stale');
    expect((await list()).json).toEqual({ network: 'devnet', items: [] });
    for (const raw of await branch(3)) await chain.offerBlock(raw);
    const { items } = (await list()).json as { items: { id: string }[] };
    expect(items).toHaveLength(2);
    expect(items[0]).toEqual({
      id: old.id,
      height: 2,
      prev_block_hash: items[1]!.id,
      timestamp: expect.any(Number) as number,
      miner: expect.any(String) as string,
      transaction_count: 1,
      canonical_id: chain.view.block(2)!.id,
    });
    expect(await explorer.get(`/api/v1/blocks/${old.id}`)).toMatchObject({
      status: 404,
      json: { error: 'block_not_found' },
    });
    expect((await explorer.get('/api/v1/blocks/stale?limit=0')).status).toBe(422);
  });
});
