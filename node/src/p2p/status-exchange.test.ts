import { setTimeout as sleep } from 'node:timers/promises';
import { genesisBlock } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { DEVNET, mineTestBlock } from '../chain/test-support.ts';
import { decodeStatus, encodeStatus } from './status-exchange.ts';
import { framesOf } from './wire.ts';
import { statusOfBlocks } from './hostile-peer-test-support.ts';
import { expectSoon, heightOf, openHostilePeer, openTestNode } from './test-support.ts';

it('a busy peer gets one status request at a time, and the newest tip as soon as it answers', async () => {
  const heights: number[] = [];
  let asking = 0;
  let most = 0;
  let whileBusy = Promise.resolve();
  const peer = await openHostilePeer({
    answerStatus: async (stream) => {
      most = Math.max(most, (asking += 1));
      const frames = framesOf(stream, { maximum: 1_024 }, AbortSignal.timeout(60_000));
      const status = decodeStatus(await frames.read());
      await whileBusy;
      heights.push(status!.height);
      await frames.write(encodeStatus(statusOfBlocks([genesisBlock(DEVNET)])));
      asking -= 1;
    },
  });
  const node = await openTestNode({ limits: { statusIntervalMs: 60_000, advertiseAfterMs: 20 } });
  await peer.call(node);
  await expectSoon('the handshake is complete', () => node.network.state().peers.length === 1);
  const { promise, resolve: isBusyNoMore } = Promise.withResolvers<void>();
  whileBusy = promise;
  for (let count = 0; count < 6; count += 1) {
    await mineTestBlock(node.chain);
    await sleep(60); // longer than the delay before a tip is advertised
  }
  isBusyNoMore();
  await expectSoon('it knows the tip', () => heights.at(-1) === heightOf(node));
  expect(most).toBe(1);
  expect(node.network.state().peers).toHaveLength(1);
  expect(node.lines.filter((line) => line.includes('dropped'))).toEqual([]);
});
