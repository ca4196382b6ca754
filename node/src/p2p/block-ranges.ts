import { HEADER_SIZE, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { defineLayout, readU32, u32 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { ChainReader } from '../chain/chain-reader.ts';
import { ProvenBlocks } from '../whole-blocks/proven-blocks.ts';
import { converse, framesOf, type Patience, patienceOf } from './frames.ts';
import type { Peer } from './peer-book.ts';
import { createTurns, type PeerLimits, type Turns } from './peer-limits.ts';

/** The request: 12 bytes. The answer: whole blocks in order of height, each a frame, and an empty one. */
const REQUEST_LAYOUT = defineLayout({ fromHeight: u32, count: u32, maximumBytes: u32 });

const END = new Uint8Array(0);

/** Position of the height in a block header (PROTOCOL.md section 4). */
const HEIGHT_OFFSET = 4;

/** Most blocks that are sent for one request, whatever it says. */
const MAXIMUM_COUNT = 2_048;
const MAXIMUM_BYTES = 2 * MAX_BLOCK_SIZE;

export interface BlockRange {
  readonly fromHeight: number;
  /** At least 1. */
  readonly count: number;
}

/** A peer answered with something else than the blocks that it was asked for. */
export class BadRangeError extends Error {
  override readonly name = 'BadRangeError';
}

/**
 * Asks a peer for blocks.
 * @returns the first of them, as many as the byte budget allows and at least one where the peer has it
 * @throws BadRangeError for blocks that were not asked for; an error named `TimeoutError` when a block takes too long
 */
export async function requestBlocks(
  peer: Peer,
  protocol: string,
  range: BlockRange,
  limits: PeerLimits,
  stopped: AbortSignal,
): Promise<Uint8Array[]> {
  const patience = patienceOf(limits.block, stopped);
  const { signal } = patience;
  try {
    const stream = await peer.connection.newStream(protocol, { signal });
    return await converse(stream, async () => {
      const frames = framesOf(stream, MAX_BLOCK_SIZE);
      const request = { ...range, maximumBytes: limits.bytesPerRequest };
      await frames.write(REQUEST_LAYOUT.encode(request), signal);
      const next = async (): Promise<Uint8Array> => {
        patience.renew();
        const block = await frames.read(signal);
        peer.seen();
        return block;
      };
      return readAnswer(next, request);
    });
  } finally {
    patience.end();
  }
}

async function readAnswer(
  next: () => Promise<Uint8Array>,
  { fromHeight, count, maximumBytes }: BlockRange & { readonly maximumBytes: number },
): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for (let block = await next(); block.length > 0; block = await next()) {
    bytes += block.length;
    if (blocks.length === count || (blocks.length > 0 && bytes > maximumBytes)) {
      throw new BadRangeError('it sends more blocks than were asked for');
    }
    if (block.length < HEADER_SIZE || readU32(block, HEIGHT_OFFSET) !== fromHeight + blocks.length) {
      throw new BadRangeError('it sends other blocks than those that were asked for');
    }
    blocks.push(block);
  }
  return blocks;
}

/** A peer asked for blocks and does not take them. */
export class UnreadRangeError extends Error {
  override readonly name = 'UnreadRangeError';
}

/**
 * Sends ranges to peers, a few at once, so that slow readers cannot fill the memory, and one to each of them, so that
 * they cannot keep the others waiting.
 */
export function createRangeServer(chain: ChainReader, limits: PeerLimits, logger: Logger) {
  const provenBlocks = new ProvenBlocks(chain, logger);
  const turns = createTurns(limits.rangesServed);
  const turnsOfPeer = new WeakMap<Peer, Turns>();
  const takeTurn = (peer: Peer, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
    const own = turnsOfPeer.get(peer) ?? createTurns(1);
    turnsOfPeer.set(peer, own);
    return own.take(signal, () => turns.take(signal, work));
  };
  const send = async (stream: Stream, peer: Peer, patience: Patience): Promise<void> => {
    const { signal } = patience;
    const frames = framesOf(stream, REQUEST_LAYOUT.size);
    const request = await frames.read(signal);
    if (request.length !== REQUEST_LAYOUT.size) throw new BadRangeError('it asks for no range');
    const write = async (message: Uint8Array): Promise<void> => {
      patience.renew();
      await frames.write(message, signal).catch((error: Error) => {
        throw signal.aborted ? new UnreadRangeError('it does not read the blocks that it asked for') : error;
      });
    };
    await takeTurn(peer, signal, async () => {
      for await (const block of readRange(chain, provenBlocks, REQUEST_LAYOUT.decode(request)))
        await write(block);
      // A stream that merely ends may be that of a peer that is stopping.
      await write(END);
    });
  };
  return {
    /** @throws when the request is none, or the peer does not read */
    async serve(stream: Stream, peer: Peer): Promise<void> {
      const patience = patienceOf(limits.block);
      try {
        await converse(stream, () => send(stream, peer, patience));
      } finally {
        patience.end();
      }
    },
  };
}

async function* readRange(
  chain: ChainReader,
  provenBlocks: ProvenBlocks,
  request: { fromHeight: number; count: number; maximumBytes: number },
): AsyncGenerator<Uint8Array> {
  const budget = Math.min(request.maximumBytes, MAXIMUM_BYTES);
  const end = request.fromHeight + Math.min(request.count, MAXIMUM_COUNT);
  let bytes = 0;
  for (let height = request.fromHeight; height < end; height += 1) {
    const summary = chain.blockSummary(height);
    if (summary === undefined) return;
    bytes += summary.sizeBytes;
    if (height > request.fromHeight && bytes > budget) return;
    const raw = await provenBlocks.read(summary);
    if (raw === undefined) return;
    yield raw;
  }
}
