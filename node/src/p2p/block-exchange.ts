/** The blocks protocol: whole blocks by ID, of any branch (PROTOCOL.md section 8). */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockId, blockIdFromBytes, hexToBytes, ID_SIZE, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import { receiveBlock, type ReceivedBlock } from '../chain/block-validation.ts';
import type { Chain } from '../chain/chain.ts';
import { framesOf, ProtocolViolation, withDeadline, withStream } from './frames.ts';
import { networkOf, scopeOf } from './ip-addresses.ts';
import type { PeerLimits } from './limits.ts';
import type { Peer } from './peers.ts';

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

/** @throws ProtocolViolation for a malformed request */
export function decodeBlocksRequest(bytes: Uint8Array): { ids: BlockId[]; maximumBytes: number } {
  const count = (bytes.length - LIMIT_SIZE) / ID_SIZE;
  if (!Number.isInteger(count) || count < 1 || count > MAX_IDS)
    throw new ProtocolViolation('it sent a malformed request for blocks');
  const ids = Array.from({ length: count }, (_, index) => {
    const start = LIMIT_SIZE + index * ID_SIZE;
    return blockIdFromBytes(bytes.subarray(start, start + ID_SIZE));
  });
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
  const ask = async (signal: AbortSignal): Promise<void> => {
    const stream = await peer.connection.newStream(protocol, { signal });
    await withStream(stream, async () => {
      const frames = framesOf(stream, MAX_BLOCK_SIZE);
      await frames.write(encodeBlocksRequest(ids, limits.bytesPerRequest), signal);
      let [count, bytes] = [0, 0];
      for (let raw = await frames.read(signal); raw.length > 0; raw = await frames.read(signal)) {
        bytes += raw.length;
        if (count === ids.length || (count > 0 && bytes > limits.bytesPerRequest))
          throw new ProtocolViolation('it sent more blocks than requested');
        const block = decode(raw);
        if (block?.id !== ids[count])
          throw new ProtocolViolation('it sent other blocks than those requested');
        count += 1;
        onBlock(block!);
      }
    });
  };
  return withDeadline(limits.blocksTimeoutMs, ask, stopped);
}

/** @returns `undefined` for bytes that are no block */
function decode(raw: Uint8Array): ReceivedBlock | undefined {
  try {
    return receiveBlock(raw);
  } catch {
    return undefined;
  }
}

/** A peer requested blocks and does not read them, or reads them too slowly. */
export class UnreadBlocksError extends Error {
  override readonly name = 'UnreadBlocksError';
}

/** An answer in progress. */
interface Answer {
  readonly peer: Peer;
  readonly network: string;
  readonly startedAt: number;
  readonly stream: Stream;
  /** Bytes given to the stream; `writeBufferLength` of them have not left it. */
  bytes: number;
  readonly controller: AbortController;
}

/** Bytes a second that have left the stream. */
function rateOf({ bytes, stream, startedAt }: Answer): number {
  return ((bytes - stream.writeBufferLength) * 1_000) / Math.max(1, performance.now() - startedAt);
}

/** How long a peer waits for a slot before the slowest answer gives up its own, and how long an answer is safe from that. */
const SLOT_WAIT_MS = 1_000;
const SAFE_MS = 3_000;
/** How often the rate of an answer is looked at, and whether others wait for its slot. */
const WATCH_MS = 500;

/**
 * Sends blocks to peers: few answers at once, one to each peer and few to one public network. An answer that is read more slowly than
 * the minimum rate ends with an offence; where others wait for a slot, the slowest answer is aborted without one.
 */
export class BlockServer {
  readonly #chain: Chain;
  readonly #limits: PeerLimits;
  readonly #answers = new Set<Answer>();
  readonly #serving = new WeakSet<Peer>();
  /** Since when peers wait for the slot of another one, by `performance.now`. */
  readonly #waiting = new Map<Stream, number>();
  /** `freed`: an answer has ended. */
  readonly #slots = new EventEmitter().setMaxListeners(0);

  constructor(chain: Chain, limits: PeerLimits) {
    this.#chain = chain;
    this.#limits = limits;
  }

  /** @throws ProtocolViolation for a malformed request; UnreadBlocksError; the stream's error */
  async answer(stream: Stream, peer: Peer): Promise<void> {
    const { handshakeTimeoutMs, blocksTimeoutMs } = this.#limits;
    await withStream(stream, async () => {
      const frames = framesOf(stream, MAX_REQUEST_SIZE);
      const { ids, maximumBytes } = await withDeadline(handshakeTimeoutMs, async (signal) =>
        decodeBlocksRequest(await frames.read(signal)),
      );
      const answer = await withDeadline(blocksTimeoutMs, (signal) => this.#takeSlot(peer, stream, signal));
      const { signal } = answer.controller;
      const watch = setInterval(() => this.#watch(answer), WATCH_MS).unref();
      try {
        for await (const block of this.#read(ids, maximumBytes)) {
          peer.rates.served.spend(block.length);
          answer.bytes += block.length;
          await frames.write(block, signal);
        }
        // Marks the answer as complete: a stream that just ends may come from a peer that is shutting down.
        await frames.write(END_FRAME, signal);
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        clearInterval(watch);
        this.#answers.delete(answer);
        this.#serving.delete(peer);
        this.#slots.emit('freed');
      }
    });
  }

  /** Ends an answer that is read more slowly than the minimum rate, after the first seconds; the slowest one if others wait. */
  #watch(answer: Answer): void {
    const now = performance.now();
    if ([...this.#waiting.values()].some((since) => now - since > SLOT_WAIT_MS)) this.#freeSlowest();
    const { minimumBytesPerSecond, readTimeoutMs } = this.#limits;
    const isYoung = now - answer.startedAt < readTimeoutMs;
    // A stream with an empty buffer waits for this node's disk, not for the peer.
    if (isYoung || answer.stream.writeBufferLength === 0 || rateOf(answer) >= minimumBytesPerSecond) return;
    answer.controller.abort(new UnreadBlocksError('it does not read the blocks that it requested'));
  }

  async #takeSlot(peer: Peer, stream: Stream, signal: AbortSignal): Promise<Answer> {
    const network = scopeOf(peer.host) === 'public' ? networkOf(peer.host) : peer.id;
    try {
      for (;;) {
        signal.throwIfAborted();
        const debt = peer.rates.served.spend(0);
        const isServed = this.#serving.has(peer);
        if (debt === 0 && !isServed && this.#hasRoom(network)) break;
        if (debt > 0) await sleep(debt, undefined, { signal });
        else {
          if (!isServed && !this.#waiting.has(stream)) this.#waiting.set(stream, performance.now());
          await once(this.#slots, 'freed', { signal });
        }
      }
    } finally {
      this.#waiting.delete(stream);
    }
    const answer = {
      peer,
      network,
      startedAt: performance.now(),
      stream,
      bytes: 0,
      controller: new AbortController(),
    };
    this.#answers.add(answer);
    this.#serving.add(peer);
    return answer;
  }

  #hasRoom(network: string): boolean {
    const { maximumBlockAnswers, blockAnswersPerNetwork } = this.#limits;
    const neighbours = [...this.#answers].filter((answer) => answer.network === network);
    return this.#answers.size < maximumBlockAnswers && neighbours.length < blockAnswersPerNetwork;
  }

  #freeSlowest(): void {
    const now = performance.now();
    const [slowest] = [...this.#answers]
      .filter(({ startedAt, controller }) => now - startedAt > SAFE_MS && !controller.signal.aborted)
      .sort((a, b) => rateOf(a) - rateOf(b));
    slowest?.controller.abort(new Error('others wait, and this answer is the slowest'));
  }

  async *#read(ids: readonly BlockId[], maximumBytes: number): AsyncGenerator<Uint8Array> {
    const budget = Math.min(maximumBytes, MAX_ANSWER_BYTES);
    let bytes = 0;
    for (const [index, id] of ids.entries()) {
      const height = this.#chain.heightOfBlock(id);
      const size = height === undefined ? 0 : (this.#chain.locateBlock(height)?.size ?? 0);
      if (index > 0 && bytes + size > budget) return;
      const raw = await this.#chain.readBlockById(id);
      if (raw === undefined) return;
      bytes += raw.length;
      if (index > 0 && bytes > budget) return;
      yield raw;
    }
  }
}
