/** The blocks protocol: whole blocks by ID, of any branch (PROTOCOL.md section 8). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockId, blockIdFromBytes, hexToBytes, ID_SIZE, MAX_BLOCK_SIZE } from '@cairn/protocol';
import { readU32, writeU32 } from '@cairn/protocol/layout';
import type { Stream } from '@libp2p/interface';
import PQueue from 'p-queue';
import { receiveBlock, type ReceivedBlock } from '@cairn/chain';
import type { Peer, PeerContext } from './peers.ts';
import {
  type Exchange,
  type Frames,
  LENGTH_SIZE,
  piecesOf,
  ProtocolViolation,
  request,
  respond,
} from './wire.ts';

/*
 * Request: the maximum size of the response (4 bytes), then block IDs (32 bytes each).
 * Response: the blocks in the order of the request, one frame each, up to the first that the peer lacks or that would exceed
 * the maximum size; then an empty frame.
 */
const LIMIT_SIZE = 4;
/** Maximum number of blocks of one request. */
const MAX_IDS = 2_048;
/** Marks a response as complete: a stream that just ends may come from a peer that is shutting down. */
const END_FRAME = new Uint8Array(0);
/** Maximum number of bytes of a response, even if the request allows more. */
const MAX_RESPONSE_BYTES = 2 * MAX_BLOCK_SIZE;

interface BlocksRequest {
  /** At least one. */
  readonly ids: readonly BlockId[];
  /** Of the whole response; the first block is always sent. */
  readonly maximumBytes: number;
}

/** @throws ProtocolViolation for a malformed request */
export function decodeBlocksRequest(bytes: Uint8Array): BlocksRequest {
  const wrong = 'it sent a malformed request for blocks';
  const ids = piecesOf(bytes.subarray(LIMIT_SIZE), ID_SIZE, wrong).map(blockIdFromBytes);
  if (ids.length === 0) throw new ProtocolViolation(wrong);
  return { ids, maximumBytes: readU32(bytes, 0) };
}

/**
 * Requests blocks from a peer. The whole response has one deadline, which nothing extends.
 * @param milliseconds until the deadline
 * @param onBlock called with each block as it arrives: the beginning of `ids`, in that order, up to the first block that the peer
 * lacks or that would exceed `limits.bytesPerRequest`
 * @throws ProtocolViolation for blocks that were not requested; ProtocolError for bytes that are no block; an error named `TimeoutError`; the stream's error, or the reason of
 * `stopped`
 */
export function requestBlocks(
  { names, limits }: PeerContext,
  peer: Peer,
  ids: readonly BlockId[],
  { milliseconds, stopped }: Pick<Exchange, 'milliseconds' | 'stopped'>,
  onBlock: (block: ReceivedBlock) => void,
): Promise<void> {
  const { bytesPerRequest: maximumBytes } = limits;
  const total = Math.max(MAX_BLOCK_SIZE, maximumBytes) + (ids.length + 1) * LENGTH_SIZE;
  const exchange = { maximum: MAX_BLOCK_SIZE, total, milliseconds, stopped };
  return request(peer, names.blocks, exchange, async (frames) => {
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

/** A response in progress. */
interface Sending {
  readonly stream: Stream;
  readonly peer: Peer;
  readonly stopped: AbortController;
  /** When it began, by `performance.now`, and later by the time in which this node read the blocks. */
  startedAt: number;
  /** Bytes given to the stream; `writeBufferLength` of them have not left it. */
  bytes: number;
}

/** Bytes a second that have left the stream. */
function rateOf({ bytes, stream, startedAt }: Sending): number {
  return ((bytes - stream.writeBufferLength) * 1_000) / Math.max(1, performance.now() - startedAt);
}

/**
 * Sends blocks to peers, few responses at once, and fewer to one address. A whole response has the longest deadline that an asking side
 * has. While others wait, those that are read below `minimumReadRate` make room, and their readers wait behind others from then on.
 */
export class BlockServer {
  readonly #context: PeerContext;
  readonly #queue: PQueue;
  readonly #sendings = new Set<Sending>();

  constructor(context: PeerContext) {
    this.#context = context;
    this.#queue = new PQueue({ concurrency: context.limits.maximumBlockResponses });
  }

  /** @throws ProtocolViolation for a malformed request; the stream's error */
  respond(stream: Stream, peer: Peer): Promise<void> {
    const { record } = peer;
    const sending = { stream, peer, stopped: new AbortController(), startedAt: 0, bytes: 0 };
    const maximum = LIMIT_SIZE + MAX_IDS * ID_SIZE;
    const { blocksServedTimeoutMs: milliseconds } = this.#context.limits;
    const exchange = { maximum, milliseconds, stopped: sending.stopped.signal };
    return respond(stream, exchange, async (frames) => {
      const { signal } = frames;
      const wanted = decodeBlocksRequest(await frames.read());
      await sleep(record.served.spend(0), undefined, { signal });
      const send = (): Promise<void> => this.#send(wanted, frames, sending);
      const inTurn = (): Promise<void> => this.#queue.add(send, { signal, priority: -record.cuts });
      await record.responses.add(inTurn, { signal });
    });
  }

  async #send(wanted: BlocksRequest, frames: Frames, sending: Sending): Promise<void> {
    const { record } = sending.peer;
    let readingSince = performance.now();
    sending.startedAt = readingSince;
    this.#sendings.add(sending);
    try {
      for await (const block of this.#read(wanted)) {
        sending.startedAt += performance.now() - readingSince;
        sending.bytes += block.length;
        record.served.spend(block.length);
        await frames.write(block);
        readingSince = performance.now();
      }
      await frames.write(END_FRAME);
      record.cuts = 0;
    } finally {
      this.#sendings.delete(sending);
    }
  }

  /** Ends responses that are read too slowly while others wait; a timer calls it. */
  makeRoom(): void {
    const { minimumReadRate, readRateAfterMs } = this.#context.limits;
    const now = performance.now();
    const isTooSlow = (sending: Sending): boolean =>
      sending.stream.writeBufferLength > 0 && // otherwise this node is reading a block
      now - sending.startedAt > readRateAfterMs &&
      rateOf(sending) < minimumReadRate;
    const tooSlow = [...this.#sendings].filter(isTooSlow).sort((a, b) => rateOf(a) - rateOf(b));
    for (const { stopped, peer } of tooSlow.slice(0, this.#queue.size)) {
      peer.record.cuts += 1;
      stopped.abort(new Error('others wait, and this response is read too slowly'));
    }
  }

  async *#read({ ids, maximumBytes }: BlocksRequest): AsyncGenerator<Uint8Array> {
    const { chain } = this.#context;
    const budget = Math.min(maximumBytes, MAX_RESPONSE_BYTES);
    let bytes = 0;
    for (const id of ids) {
      const raw = await chain.readBlockById(id);
      if (raw === undefined || (bytes > 0 && bytes + raw.length > budget)) return;
      bytes += raw.length;
      yield raw;
    }
  }
}
