/** The blocks protocol: whole blocks by ID, of any branch (PROTOCOL.md section 8). */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  blockId,
  type BlockId,
  blockIdFromBytes,
  HEADER_SIZE,
  hexToBytes,
  ID_SIZE,
  MAX_BLOCK_SIZE,
} from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import type { Chain } from '../chain/chain.ts';
import { type Deadline, framesOf, startDeadline, withStream } from './frames.ts';
import type { Peer } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';

/*
 * Request: the maximum size of the answer (4 bytes), then block IDs (32 bytes each).
 * Answer: the blocks in the order of the request, one frame each, up to the first that the peer lacks or that would exceed
 * the maximum size; then an empty frame.
 */
const LIMIT_SIZE = 4;
/** Maximum number of blocks of one request. */
const MAX_IDS = 2_048;
const MAX_REQUEST_SIZE = LIMIT_SIZE + MAX_IDS * ID_SIZE;
const END_FRAME = new Uint8Array(0);

/** Maximum number of bytes of an answer, even if the request allows more. */
const MAX_ANSWER_BYTES = 2 * MAX_BLOCK_SIZE;

/** A malformed request for blocks, or an answer with other blocks than those requested. */
export class BadBlocksError extends Error {
  override readonly name = 'BadBlocksError';
}

/**
 * @param ids 1 to 2,048 block IDs
 * @param maximumBytes of the whole answer; the first block is always sent
 */
function encodeBlocksRequest(ids: readonly BlockId[], maximumBytes: number): Uint8Array {
  const bytes = new Uint8Array(LIMIT_SIZE + ids.length * ID_SIZE);
  writeU32(bytes, 0, maximumBytes);
  for (const [index, id] of ids.entries()) bytes.set(hexToBytes(id), LIMIT_SIZE + index * ID_SIZE);
  return bytes;
}

/** @throws BadBlocksError for a malformed request */
export function decodeBlocksRequest(bytes: Uint8Array): { ids: BlockId[]; maximumBytes: number } {
  const count = (bytes.length - LIMIT_SIZE) / ID_SIZE;
  if (!Number.isInteger(count) || count < 1 || count > MAX_IDS)
    throw new BadBlocksError('it sent a malformed request for blocks');
  const ids = Array.from({ length: count }, (_, index) => {
    const start = LIMIT_SIZE + index * ID_SIZE;
    return blockIdFromBytes(bytes.subarray(start, start + ID_SIZE));
  });
  return { ids, maximumBytes: readU32(bytes, 0) };
}

/**
 * Requests blocks from a peer. The answer may take `limits.blocksTimeoutMs`, plus the time that the bytes received
 * so far take at `limits.minimumBytesPerSecond`.
 * @returns the blocks at the beginning of `ids`, in that order, before the first block that the peer lacks or that
 * would exceed `limits.bytesPerRequest`; none if the peer lacks the first block
 * @throws BadBlocksError for blocks that were not requested; an error named `TimeoutError` if the answer takes too long; the
 * stream's error, or the reason of `stopped`
 */
export async function requestBlocks(
  peer: Peer,
  protocol: string,
  ids: readonly BlockId[],
  limits: PeerLimits,
  stopped: AbortSignal,
): Promise<Uint8Array[]> {
  const deadline = startDeadline(limits.blocksTimeoutMs, stopped);
  const { signal } = deadline;
  const startedAt = performance.now();
  try {
    const stream = await peer.connection.newStream(protocol, { signal });
    return await withStream(stream, async () => {
      const frames = framesOf(stream, MAX_BLOCK_SIZE);
      await frames.write(encodeBlocksRequest(ids, limits.bytesPerRequest), signal);
      let bytes = 0;
      const next = async (): Promise<Uint8Array> => {
        const allowed = limits.blocksTimeoutMs + (bytes / limits.minimumBytesPerSecond) * 1_000;
        deadline.renew(allowed - (performance.now() - startedAt));
        const block = await frames.read(signal);
        bytes += block.length;
        peer.markSeen();
        return block;
      };
      return readAnswer(next, ids, limits.bytesPerRequest);
    });
  } finally {
    deadline.clear();
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
      throw new BadBlocksError('it sent more blocks than requested');
    }
    if (block.length < HEADER_SIZE || blockId(block.subarray(0, HEADER_SIZE)) !== ids[blocks.length]) {
      throw new BadBlocksError('it sent other blocks than those requested');
    }
    blocks.push(block);
  }
  return blocks;
}

/** A peer requested blocks and does not read them. */
export class UnreadBlocksError extends Error {
  override readonly name = 'UnreadBlocksError';
}

/**
 * Sends blocks to peers: a few answers at once, so that slow readers cannot fill the memory, and one to each peer, so that
 * none delays the others. A peer above its rate waits before its next answer.
 */
export function createBlockServer(chain: Chain, limits: PeerLimits) {
  const allPeers = createSemaphore(limits.maximumBlockAnswers);
  const eachPeer = new WeakMap<Peer, Semaphore>();
  const inTurn = (peer: Peer, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
    const own = eachPeer.get(peer) ?? createSemaphore(1);
    eachPeer.set(peer, own);
    return own.run(signal, async () => {
      const debt = peer.buckets.served.spend(0);
      if (debt > 0) await sleep(debt, undefined, { signal });
      await allPeers.run(signal, work);
    });
  };
  const send = async (stream: Stream, peer: Peer, deadline: Deadline): Promise<void> => {
    const { signal } = deadline;
    const frames = framesOf(stream, MAX_REQUEST_SIZE);
    const request = decodeBlocksRequest(await frames.read(signal));
    const write = async (message: Uint8Array): Promise<void> => {
      deadline.renew();
      await frames.write(message, signal).catch((error: Error) => {
        throw signal.aborted ? new UnreadBlocksError('it does not read the blocks that it requested') : error;
      });
    };
    await inTurn(peer, signal, async () => {
      for await (const block of readBlocks(chain, request)) {
        peer.buckets.served.spend(block.length);
        await write(block);
      }
      // Marks the answer as complete: a stream that just ends may come from a peer that is shutting down.
      await write(END_FRAME);
    });
  };
  return {
    /** @throws BadBlocksError for a malformed request; UnreadBlocksError if the peer does not read the answer */
    async serve(stream: Stream, peer: Peer): Promise<void> {
      const deadline = startDeadline(limits.blocksTimeoutMs);
      try {
        await withStream(stream, () => send(stream, peer, deadline));
      } finally {
        deadline.clear();
      }
    },
  };
}

async function* readBlocks(
  chain: Chain,
  { ids, maximumBytes }: { ids: readonly BlockId[]; maximumBytes: number },
): AsyncGenerator<Uint8Array> {
  const budget = Math.min(maximumBytes, MAX_ANSWER_BYTES);
  let bytes = 0;
  for (const [index, id] of ids.entries()) {
    const height = chain.heightOfBlock(id);
    const summary = height === undefined ? undefined : chain.blockSummary(height);
    if (index > 0 && bytes + (summary?.sizeBytes ?? 0) > budget) return;
    const raw = await chain.readBlockById(id);
    if (raw === undefined) return;
    bytes += raw.length;
    if (index > 0 && bytes > budget) return;
    yield raw;
  }
}

/** Lets a fixed number of tasks run at once; the others wait in order. */
interface Semaphore {
  /**
   * Runs `work` when a slot is free.
   * @param signal ends the wait
   * @throws the signal's reason, or any error from `work`
   */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** @param count most tasks at once */
function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.delete(proceed);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(proceed);
    });
  return {
    async run(signal, work) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await wait(signal);
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next === undefined) free += 1;
        else {
          waiting.delete(next);
          next(); // the slot passes to the next task
        }
      }
    },
  };
}
