/** The blocks protocol: whole blocks by ID, of any branch (PROTOCOL.md section 8). */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  blockId,
  type BlockId,
  blockIdFromBytes,
  HEADER_SIZE,
  hexToBytes,
  MAX_BLOCK_SIZE,
} from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import { ProvenBlocks } from '../whole-blocks/proven-blocks.ts';
import { converse, framesOf, type Patience, patienceOf } from './frames.ts';
import type { Peer } from './peer-book.ts';
import { createTurns, type PeerLimits, type Turns } from './peer-limits.ts';

/*
 * The request: the most bytes of the answer (4), then block IDs (32 each). The answer: the blocks in the order of the
 * request, each a frame, up to the first that the peer does not have or that would exceed the bytes; then an empty frame.
 */
const BYTES_SIZE = 4;
const ID_SIZE = 32;
/** Most blocks of one request. */
export const MAX_IDS = 2_048;
const MAX_REQUEST_SIZE = BYTES_SIZE + MAX_IDS * ID_SIZE;
const END = new Uint8Array(0);

/** Most bytes that are sent for one request, whatever it says. */
const MAXIMUM_BYTES = 2 * MAX_BLOCK_SIZE;

/** A peer answered with something else than the blocks that it was asked for. */
export class BadRangeError extends Error {
  override readonly name = 'BadRangeError';
}

/** @param ids 1 to 2,048 of 64 lowercase hex characters @param maximumBytes of the whole answer; the first block is always sent */
export function encodeBodiesRequest(ids: readonly BlockId[], maximumBytes: number): Uint8Array {
  const bytes = new Uint8Array(BYTES_SIZE + ids.length * ID_SIZE);
  writeU32(bytes, 0, maximumBytes);
  for (const [index, id] of ids.entries()) bytes.set(hexToBytes(id), BYTES_SIZE + index * ID_SIZE);
  return bytes;
}

/** @throws BadRangeError for a malformed request */
export function decodeBodiesRequest(bytes: Uint8Array): { ids: BlockId[]; maximumBytes: number } {
  const count = (bytes.length - BYTES_SIZE) / ID_SIZE;
  if (!Number.isInteger(count) || count < 1 || count > MAX_IDS)
    throw new BadRangeError('it asks for no blocks');
  const ids = Array.from({ length: count }, (_, index) => {
    const start = BYTES_SIZE + index * ID_SIZE;
    return blockIdFromBytes(bytes.subarray(start, start + ID_SIZE));
  });
  return { ids, maximumBytes: readU32(bytes, 0) };
}

/**
 * Asks a peer for blocks. The answer has `limits.block` of time, and for every byte that came as much more as
 * `limits.minimumRate` allows.
 * @returns the first of them, as many as the byte budget allows and at least one where the peer has it
 * @throws BadRangeError for blocks that were not asked for; an error named `TimeoutError` when it takes too long
 */
export async function requestBlocks(
  peer: Peer,
  protocol: string,
  ids: readonly BlockId[],
  limits: PeerLimits,
  stopped: AbortSignal,
): Promise<Uint8Array[]> {
  const patience = patienceOf(limits.block, stopped);
  const { signal } = patience;
  const began = performance.now();
  try {
    const stream = await peer.connection.newStream(protocol, { signal });
    return await converse(stream, async () => {
      const frames = framesOf(stream, MAX_BLOCK_SIZE);
      await frames.write(encodeBodiesRequest(ids, limits.bytesPerRequest), signal);
      let bytes = 0;
      const next = async (): Promise<Uint8Array> => {
        const allowed = limits.block + (bytes / limits.minimumRate) * 1_000;
        patience.renew(allowed - (performance.now() - began));
        const block = await frames.read(signal);
        bytes += block.length;
        peer.seen();
        return block;
      };
      return readAnswer(next, ids, limits.bytesPerRequest);
    });
  } finally {
    patience.end();
  }
}

async function readAnswer(
  next: () => Promise<Uint8Array>,
  ids: readonly BlockId[],
  maximumBytes: number,
): Promise<Uint8Array[]> {
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for (let block = await next(); block.length > 0; block = await next()) {
    bytes += block.length;
    if (blocks.length === ids.length || (blocks.length > 0 && bytes > maximumBytes)) {
      throw new BadRangeError('it sends more blocks than were asked for');
    }
    if (block.length < HEADER_SIZE || blockId(block.subarray(0, HEADER_SIZE)) !== ids[blocks.length]) {
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
 * Sends blocks to peers, a few answers at once, so that slow readers cannot fill the memory, and one to each of them, so
 * that they cannot keep the others waiting. A peer that was sent more than its share waits before the next answer. A block's
 * proof is kept (`ProvenBlocks`): asking for it again costs no second proof.
 */
export function createBodyServer(chain: Chain, limits: PeerLimits, logger: Logger) {
  const provenBlocks = new ProvenBlocks(chain, logger);
  const turns = createTurns(limits.rangesServed);
  const turnsOfPeer = new WeakMap<Peer, Turns>();
  const takeTurn = (peer: Peer, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
    const own = turnsOfPeer.get(peer) ?? createTurns(1);
    turnsOfPeer.set(peer, own);
    return own.take(signal, async () => {
      const debt = peer.buckets.served.spend(0);
      if (debt > 0) await sleep(debt, undefined, { signal });
      await turns.take(signal, work);
    });
  };
  const send = async (stream: Stream, peer: Peer, patience: Patience): Promise<void> => {
    const { signal } = patience;
    const frames = framesOf(stream, MAX_REQUEST_SIZE);
    const request = decodeBodiesRequest(await frames.read(signal));
    const write = async (message: Uint8Array): Promise<void> => {
      patience.renew();
      await frames.write(message, signal).catch((error: Error) => {
        throw signal.aborted ? new UnreadRangeError('it does not read the blocks that it asked for') : error;
      });
    };
    await takeTurn(peer, signal, async () => {
      for await (const block of readBodies(chain, provenBlocks, request)) {
        peer.buckets.served.spend(block.length);
        await write(block);
      }
      // A stream that merely ends may be that of a peer that is stopping.
      await write(END);
    });
  };
  return {
    /** @throws BadRangeError for a malformed request; an error if the peer does not read */
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

async function* readBodies(
  chain: Chain,
  provenBlocks: ProvenBlocks,
  { ids, maximumBytes }: { ids: readonly BlockId[]; maximumBytes: number },
): AsyncGenerator<Uint8Array> {
  const budget = Math.min(maximumBytes, MAXIMUM_BYTES);
  let bytes = 0;
  for (const [index, id] of ids.entries()) {
    const height = chain.heightOfBlock(id);
    const summary = height === undefined ? undefined : chain.blockSummary(height);
    if (index > 0 && bytes + (summary?.sizeBytes ?? 0) > budget) return;
    const canonical = summary?.id === id ? await provenBlocks.read(summary) : undefined;
    const raw = canonical ?? (await chain.readBlockById(id)); // of a side branch, or left for another one just now
    if (raw === undefined) return;
    bytes += raw.length;
    if (index > 0 && bytes > budget) return;
    yield raw;
  }
}
