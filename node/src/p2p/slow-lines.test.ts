/** Honest nodes on slow lines: to be slow orders peers, and costs nobody a connection. */
import type { Stream } from '@libp2p/interface';
import { lpStream } from '@libp2p/utils';
import { blockIdBytes, HEADER_SIZE } from '@cairn/protocol';
import { expect, it } from 'vitest';
import type { Chain } from '@cairn/chain';
import { mineTestBlock, transfer } from '@cairn/chain/test-support';
import { NAMES, sendBlocks, statusOfBlocks } from './hostile-peer-test-support.ts';
import { FRAME_LENGTH } from './wire.ts';
import {
  complaintsOf,
  expectSoon,
  heightOf,
  type Line,
  openHostilePeer,
  openRelay,
  openTestNode,
} from './test-support.ts';

const TRANSFERS = 6_000;
/** 1.3 MB of transfers, signed once. */
let signed: ReturnType<typeof transfer>[] | undefined;

async function mineTransfers(chain: Chain, blocks: number): Promise<void> {
  signed ??= Array.from({ length: TRANSFERS }, (_, index) => transfer({ from: 1, to: 2, nonce: index + 1 }));
  const size = TRANSFERS / blocks;
  for (let block = 0; block < blocks; block += 1)
    await mineTestBlock(chain, signed.slice(block * size, (block + 1) * size));
}

it('a new node behind a slow line stays connected and reaches the tip, while statuses wait behind blocks', async () => {
  const limits = { handshakeTimeoutMs: 1_500, blocksTimeoutMs: 60_000 };
  const server = await openTestNode({ limits, prepare: ({ chain }) => mineTransfers(chain, 4) });
  const node = await openTestNode({
    limits,
    peers: [await openRelay(server, '127.0.31.1', { bytesPerSecond: 75_000 })],
  });
  await expectSoon('it has the chain', () => heightOf(node) === 4);
  expect(complaintsOf(server, node)).toEqual([]);
  expect([server, node].map(({ network }) => network.state().peers.length)).toEqual([1, 1]);
});

it('several downloads that share a slow line get the time that they need together', async () => {
  const source = await openTestNode({ prepare: ({ chain }) => mineTransfers(chain, 3) });
  const blocks = await Promise.all([0, 1, 2, 3].map(async (at) => (await source.chain.view.rawBlock(at))!));
  const line: Line = { bytesPerSecond: Infinity };
  const serve = (stream: Stream, from: number): Promise<void> => sendBlocks(stream, [blocks[from]!]);
  const peers = await Promise.all([1, 2, 3].map(() => openHostilePeer({ serve })));
  const relays = await Promise.all(
    peers.map(({ host }) => openRelay({ address: host.getMultiaddrs()[0]!.toString() }, '127.0.0.1', line)),
  );
  // A block takes 5.7 s alone, and 17 s beside two others.
  const limits = { blocksPerRequest: 1, blocksTimeoutMs: 9_000, retryMs: 100 };
  const node = await openTestNode({ limits, peers: relays });
  await expectSoon('all are connected', () => node.network.state().peers.length === 3);
  line.bytesPerSecond = 75_000;
  for (const peer of peers) {
    peer.blocks.push(...blocks.slice(1));
    peer.setStatus(statusOfBlocks(blocks));
  }
  await expectSoon('it has the chain', () => heightOf(node) === 3);
  expect([complaintsOf(node), node.network.state().peers.length]).toEqual([[], 3]);
});

it('a server whose slots fast peers take keeps the response to a slow one above the minimum rate', async () => {
  const limits = { maximumBlockResponses: 2 };
  const server = await openTestNode({ limits, prepare: ({ chain }) => mineTransfers(chain, 1) });
  const id = blockIdBytes((await server.chain.view.rawBlock(1))!.subarray(0, HEADER_SIZE));
  const request = Buffer.concat([Uint8Array.of(0, 255, 255, 255), id]);
  const over = new AbortController();
  const read = async (): Promise<void> => {
    const connection = await (await openHostilePeer()).call(server);
    await expectSoon('it is connected', () => server.network.state().peers.length > 0);
    while (!over.signal.aborted) {
      const stream = await connection.newStream(NAMES.blocks);
      const frames = lpStream(stream, { ...FRAME_LENGTH, maxDataLength: 2 ** 23, maxBufferSize: 2 ** 24 });
      await frames.write(request);
      while ((await frames.read()).byteLength > 0);
      await stream.close();
    }
  };
  const fast = [read(), read(), read(), read()];
  const node = await openTestNode({
    peers: [await openRelay(server, '127.0.32.1', { bytesPerSecond: 180_000 })],
  });
  await expectSoon('it has the chain', () => heightOf(node) === 1);
  over.abort();
  await Promise.all(fast);
  expect(complaintsOf(server, node)).toEqual([]);
});
