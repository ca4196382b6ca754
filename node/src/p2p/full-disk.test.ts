import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mineTestBlock, openTestChain } from '../chain/test-support.ts';
import { sendBlocks } from './hostile-peer-test-support.ts';
import { expectSoon, heightOf, openHostilePeer, openTestNode } from './test-support.ts';

it('a block that cannot be stored is logged once, and requested again only later', async () => {
  const source = await openTestChain();
  for (let height = 1; height <= 6; height += 1) await mineTestBlock(source.chain);
  const blocks = await Promise.all(Array.from({ length: 7 }, (_, at) => source.chain.readRawBlock(at)));
  await source.remove();
  const peer = await openHostilePeer({
    blocks: blocks.map((block) => block!),
    serve: (stream, from) => sendBlocks(stream, [blocks[from]!]),
  });
  let obstacle = '';
  const node = await openTestNode({
    limits: { blocksPerRequest: 1, storeRetryMs: 2_000 },
    maxBlockFileSize: 2_300, // the genesis block fills a file
    prepare: async ({ dataDirectory }) => {
      obstacle = join(dataDirectory.blocks, 'blk00001.dat');
      mkdirSync(obstacle);
    },
  });
  await peer.call(node);
  const complaints = (): string[] => node.lines.filter((line) => line.includes('Cannot store blocks'));
  await expectSoon('it logs that', () => complaints().length > 0);
  await sleep(1_000);
  expect(complaints()).toHaveLength(1);
  expect(complaints()[0]).toMatch(/blk00001\.dat failed: EISDIR/);
  expect(peer.asked.length).toBeLessThanOrEqual(12); // each of the six blocks twice
  rmdirSync(obstacle);
  await expectSoon('it has all of them', () => heightOf(node) === 6);
});
