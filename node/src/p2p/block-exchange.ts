/** The blocks protocol: whole blocks by ID, of any branch (PROTOCOL.md section 8). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockId, blockIdFromBytes, hexToBytes, ID_SIZE, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import PQueue from 'p-queue';
import { receiveBlock, type ReceivedBlock } from '../chain/block-validation.ts';
import type { Peer, PeerContext } from './peers.ts';
import { answer, ask, piecesOf, ProtocolViolation } from './wire.ts';

/*
 * Request: the maximum size of the answer (4 bytes), then block IDs (32 bytes each).
 * Answer: the blocks in the order of the request, one frame each, up to the first that the peer lacks or that would exceed
 * the maximum size; then an empty frame.
 */
const LIMIT_SIZE = 4;
/** Maximum number of blocks of one request. */
const MAX_IDS = 2_048;
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
 * @throws ProtocolViolation for blocks that were not requested; ProtocolError for bytes that are no block; an error named `TimeoutError`; the stream's error, or the reason of
 * `stopped`
 */
export function requestBlocks(
  { names, limits }: PeerContext,
  peer: Peer,
  ids: readonly BlockId[],
  stopped: AbortSignal,
  onBlock: (block: ReceivedBlock) => void,
): Promise<void> {
  const { bytesPerRequest: maximumBytes, blocksTimeoutMs: milliseconds } = limits;
  const exchange = { maximum: MAX_BLOCK_SIZE, milliseconds, stopped };
  return ask(peer, names.blocks, exchange, async (frames) => {
    const limit = new Uint8Array(LIMIT_SIZE);
    writeU32(limit, 0, maximumBytes);
    await frames.write(Buffer.concat([limit, ...ids.map(hexToBytes)]));
    let [count, bytes] = [0, 0];
    for (let raw = await frames.read(); raw.length > 0; raw = await frames.read()) {
      bytes += raw.length;
      if (count === ids.length || (count > 0 && bytes > maximumBytes))
        throw new ProtocolViolation('it sent more blocks than requested');
      const block = receiveBlock(raw);
      if (block.id !== ids[count]) throw new ProtocolViolation('it sent other blocks than those requested');
      count += 1;
      onBlock(block);
    }
  });
}

/** Where others wait for a slot, an answer is safe for this long; then the slowest ones are aborted, this often. */
const SAFE_MS = 3_000;
const WAIT_MS = 1_000;

/** An answer in progress. */
interface Answer {
  readonly stream: Stream;
  readonly startedAt: number;
  /** Bytes given to the stream; `writeBufferLength` of them have not left it. */
  bytes: number;
  readonly stopped: AbortController;
}

/** Bytes a second that have left the stream. */
function rateOf({ bytes, stream, startedAt }: Answer): number {
  return ((bytes - stream.writeBufferLength) * 1_000) / Math.max(1, performance.now() - startedAt);
}

/**
 * Sends blocks to peers, few answers at once. A whole answer has the deadline that the asking side has. Where others wait for a slot,
 * the slowest answers are aborted: slow readers keep nobody from a sync.
 */
export class BlockServer {
  readonly #context: PeerContext;
  readonly #queue: PQueue;
  readonly #answers = new Set<Answer>();

  constructor(context: PeerContext) {
    this.#context = context;
    this.#queue = new PQueue({ concurrency: context.limits.maximumBlockAnswers });
    const timer = setInterval(() => this.#makeRoom(), WAIT_MS).unref();
    context.closing.addEventListener('abort', () => clearInterval(timer));
  }

  /** @throws ProtocolViolation for a malformed request; the stream's error */
  answer(stream: Stream, peer: Peer): Promise<void> {
    const stopped = new AbortController();
    const maximum = LIMIT_SIZE + MAX_IDS * ID_SIZE;
    const exchange = { maximum, milliseconds: this.#context.limits.blocksTimeoutMs, stopped: stopped.signal };
    return answer(stream, exchange, async (frames) => {
      const request = decodeBlocksRequest(await frames.read());
      await sleep(peer.record.served.spend(0), undefined, { signal: frames.signal });
      const send = async (): Promise<void> => {
        const sending = { stream, startedAt: performance.now(), bytes: 0, stopped };
        this.#answers.add(sending);
        try {
          for await (const block of this.#read(request)) {
            peer.record.served.spend(block.length);
            sending.bytes += block.length;
            await frames.write(block);
          }
          await frames.write(END_FRAME);
        } catch (error) {
          if (frames.signal.aborted && !stopped.signal.aborted)
            this.#context.peers.penalize(peer, 'slow', 'it does not read the blocks that it requested');
          throw error;
        } finally {
          this.#answers.delete(sending);
        }
      };
      await this.#queue.add(send, { signal: frames.signal });
    });
  }

  #makeRoom(): void {
    const now = performance.now();
    const slowest = [...this.#answers]
      .filter(({ startedAt }) => now - startedAt > SAFE_MS)
      .sort((a, b) => rateOf(a) - rateOf(b))
      .slice(0, this.#queue.size);
    for (const { stopped } of slowest)
      stopped.abort(new Error('others wait, and this answer is among the slowest'));
  }

  async *#read({ ids, maximumBytes }: BlocksRequest): AsyncGenerator<Uint8Array> {
    const { chain } = this.#context;
    const budget = Math.min(maximumBytes, MAX_ANSWER_BYTES);
    let bytes = 0;
    for (const id of ids) {
      const height = chain.heightOfBlock(id);
      const size = height === undefined ? 0 : (chain.locateBlock(height)?.size ?? 0);
      if (bytes > 0 && bytes + size > budget) return;
      const raw = await chain.readBlockById(id);
      if (raw === undefined) return;
      if (bytes > 0 && bytes + raw.length > budget) return;
      bytes += raw.length;
      yield raw;
    }
  }
}
