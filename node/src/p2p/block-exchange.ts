/** The blocks protocol: whole blocks by ID, of any branch (PROTOCOL.md section 8). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockId, blockIdFromBytes, hexToBytes, ID_SIZE, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import PQueue from 'p-queue';
import { receiveBlock, type ReceivedBlock } from '../chain/block-validation.ts';
import type { PeerLimits } from './limits.ts';
import type { PeerContext } from './peer-options.ts';
import type { Peer } from './peers.ts';
import { ask, closing, type Frames, framesOf, piecesOf, ProtocolViolation, withDeadline } from './wire.ts';

/*
 * Request: the maximum size of the answer (4 bytes), then block IDs (32 bytes each).
 * Answer: the blocks in the order of the request, one frame each, up to the first that the peer lacks or that would exceed
 * the maximum size; then an empty frame.
 */
const LIMIT_SIZE = 4;
/** Maximum number of blocks of one request. */
const MAX_IDS = 2_048;
const MAX_REQUEST_SIZE = LIMIT_SIZE + MAX_IDS * ID_SIZE;
/** Marks an answer as complete: a stream that just ends may come from a peer that is shutting down. */
const END_FRAME = new Uint8Array(0);
/** Maximum number of bytes of an answer, even if the request allows more. */
const MAX_ANSWER_BYTES = 2 * MAX_BLOCK_SIZE;

interface BlocksRequest {
  /** 1 to 2,048. */
  readonly ids: readonly BlockId[];
  /** Of the whole answer; the first block is always sent. */
  readonly maximumBytes: number;
}

function encodeBlocksRequest({ ids, maximumBytes }: BlocksRequest): Uint8Array {
  const limit = new Uint8Array(LIMIT_SIZE);
  writeU32(limit, 0, maximumBytes);
  return Buffer.concat([limit, ...ids.map(hexToBytes)]);
}

/** @throws ProtocolViolation for a malformed request */
export function decodeBlocksRequest(bytes: Uint8Array): BlocksRequest {
  const wrong = 'it sent a malformed request for blocks';
  const ids = piecesOf(bytes.subarray(LIMIT_SIZE), ID_SIZE, wrong).map(blockIdFromBytes);
  if (ids.length < 1 || ids.length > MAX_IDS) throw new ProtocolViolation(wrong);
  return { ids, maximumBytes: readU32(bytes, 0) };
}

/**
 * Requests blocks from a peer. The whole answer has one deadline, which nothing extends.
 * @param onBlock called with each block as it arrives: the beginning of `ids`, in that order, up to the first block that the peer
 * lacks or that would exceed `limits.bytesPerRequest`
 * @throws ProtocolViolation for blocks that were not requested; an error named `TimeoutError`; the stream's error, or the reason of
 * `stopped`
 */
export function requestBlocks(
  peer: Peer,
  protocol: string,
  ids: readonly BlockId[],
  limits: PeerLimits,
  stopped: AbortSignal,
  onBlock: (block: ReceivedBlock) => void,
): Promise<void> {
  const { bytesPerRequest: maximumBytes, blocksTimeoutMs: milliseconds } = limits;
  return ask(peer, protocol, { maximum: MAX_BLOCK_SIZE, milliseconds, stopped }, async (frames, signal) => {
    await frames.write(encodeBlocksRequest({ ids, maximumBytes }), signal);
    let [count, bytes] = [0, 0];
    for (let raw = await frames.read(signal); raw.length > 0; raw = await frames.read(signal)) {
      bytes += raw.length;
      if (count === ids.length || (count > 0 && bytes > maximumBytes))
        throw new ProtocolViolation('it sent more blocks than requested');
      const block = decode(raw);
      if (block?.id !== ids[count]) throw new ProtocolViolation('it sent other blocks than those requested');
      count += 1;
      onBlock(block!);
    }
  });
}

/** @returns `undefined` for bytes that are no block */
function decode(raw: Uint8Array): ReceivedBlock | undefined {
  try {
    return receiveBlock(raw);
  } catch {
    return undefined;
  }
}

/** An answer in progress. */
interface Answer {
  readonly stream: Stream;
  readonly startedAt: number;
  /** Bytes given to the stream; `writeBufferLength` of them have not left it. */
  bytes: number;
  readonly controller: AbortController;
}

/** Bytes a second that have left the stream. */
function rateOf({ bytes, stream, startedAt }: Answer): number {
  return ((bytes - stream.writeBufferLength) * 1_000) / Math.max(1, performance.now() - startedAt);
}

/** Where others wait, an answer is safe for this long. */
const SAFE_MS = 3_000;
/** How often who waits makes the slowest answer give up its slot. */
const WAIT_MS = 1_000;

/**
 * Sends blocks to peers, few answers at once. A whole answer has the deadline that the asking side has. Where others wait for a slot,
 * the slowest answer is aborted: slow readers keep nobody from a sync.
 */
export class BlockServer {
  readonly #context: PeerContext;
  readonly #queue: PQueue;
  readonly #answers = new Set<Answer>();

  constructor(context: PeerContext) {
    this.#context = context;
    this.#queue = new PQueue({ concurrency: context.limits.maximumBlockAnswers });
  }

  /** @throws ProtocolViolation for a malformed request; an error named `TimeoutError` if the answer is not read; the stream's error */
  answer(stream: Stream, peer: Peer): Promise<void> {
    return closing(stream, async () => {
      const frames = framesOf(stream, MAX_REQUEST_SIZE);
      const request = await withDeadline(this.#context.limits.handshakeTimeoutMs, async (signal) =>
        decodeBlocksRequest(await frames.read(signal)),
      );
      await sleep(peer.record.served.spend(0));
      const waiting = setInterval(() => this.#freeSlowest(), WAIT_MS).unref();
      try {
        await this.#queue.add(() => {
          clearInterval(waiting);
          return this.#send(peer, request, stream, frames);
        });
      } finally {
        clearInterval(waiting);
      }
    });
  }

  async #send({ record }: Peer, request: BlocksRequest, stream: Stream, frames: Frames): Promise<void> {
    const controller = new AbortController();
    const answer = { stream, startedAt: performance.now(), bytes: 0, controller };
    this.#answers.add(answer);
    const sendAll = async (signal: AbortSignal): Promise<void> => {
      for await (const block of this.#read(request)) {
        record.served.spend(block.length);
        answer.bytes += block.length;
        await frames.write(block, signal);
      }
      await frames.write(END_FRAME, signal);
    };
    try {
      await withDeadline(this.#context.limits.blocksTimeoutMs, sendAll, controller.signal);
    } finally {
      this.#answers.delete(answer);
    }
  }

  #freeSlowest(): void {
    const now = performance.now();
    const [slowest] = [...this.#answers]
      .filter(({ startedAt, controller }) => now - startedAt > SAFE_MS && !controller.signal.aborted)
      .sort((a, b) => rateOf(a) - rateOf(b));
    slowest?.controller.abort(new Error('others wait, and this answer is the slowest'));
  }

  async *#read({ ids, maximumBytes }: BlocksRequest): AsyncGenerator<Uint8Array> {
    const { chain } = this.#context;
    const budget = Math.min(maximumBytes, MAX_ANSWER_BYTES);
    let bytes = 0;
    for (const [index, id] of ids.entries()) {
      const height = chain.heightOfBlock(id);
      const size = height === undefined ? 0 : (chain.locateBlock(height)?.size ?? 0);
      if (index > 0 && bytes + size > budget) return;
      const raw = await chain.readBlockById(id);
      if (raw === undefined) return;
      bytes += raw.length;
      if (index > 0 && bytes > budget) return;
      yield raw;
    }
  }
}
