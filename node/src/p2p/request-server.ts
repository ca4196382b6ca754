/** Answers the requests of peers, within each peer's rates. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  blockIdFromBytes,
  HEADER_SIZE,
  ID_SIZE,
  MAX_BLOCK_SIZE,
  MAX_HEADERS_PER_ANSWER,
  MAX_LOCATOR_IDS,
  newestCommonHeight,
} from '@cairn/protocol';
import type { Connection, Stream } from '@libp2p/interface';
import PQueue from 'p-queue';
import {
  type BlocksRequest,
  decodeBlocksRequest,
  END_FRAME,
  MAX_BLOCKS_REQUEST_SIZE,
} from './block-request.ts';
import type { Discovery } from './discovery.ts';
import type { PeerHost } from './libp2p-host.ts';
import { REQUEST_COSTS } from './limits.ts';
import type { Peer, PeerContext } from './peers.ts';
import type { StatusExchange } from './status-exchange.ts';
import { TokenBucket } from './token-bucket.ts';
import { answer, closing, deadlineOf, framesOf, isViolation, piecesOf, ProtocolViolation } from './wire.ts';

interface RequestServices {
  readonly statuses: StatusExchange;
  /** `undefined` disables peer exchange. */
  readonly discovery: Discovery | undefined;
}

/** Maximum number of streams of a peer at once on a protocol. */
const STREAMS_PER_PROTOCOL = 4;

/** Answers the requests of peers on every protocol, within each peer's rate of requests. */
export async function servePeers(
  host: PeerHost,
  context: PeerContext,
  { statuses, discovery }: RequestServices,
): Promise<void> {
  const { peers, names, logger } = context;
  const serve = (
    request: keyof typeof REQUEST_COSTS,
    protocol: string,
    answerOn: (stream: Stream, peer: Peer) => Promise<void>,
  ): Promise<void> => {
    const handle = async (stream: Stream, connection: Connection): Promise<void> => {
      const peer = peers.add(connection);
      peers.markSeen(peer);
      if (!peer.record.requests.take(REQUEST_COSTS[request])) {
        stream.abort(new Error('too many requests'));
        return peers.penalize(peer, 'excess', `it sends too many requests (${protocol})`);
      }
      try {
        await answerOn(stream, peer);
      } catch (error) {
        const { name, message } = error as Error;
        if (isViolation(error)) peers.penalize(peer, 'invalid', `${message} (${protocol})`);
        else if (name === 'TimeoutError' && request === 'blocks')
          peers.penalize(peer, 'timeout', 'it does not read the blocks that it requested');
        else logger.debug(`Cannot answer peer ${peer.name} on ${protocol}: ${message}`);
      }
    };
    return host.handle(protocol, handle, { maxInboundStreams: STREAMS_PER_PROTOCOL });
  };
  const blocks = new BlockServer(context);
  await serve('status', names.status, (stream, peer) => statuses.answer(stream, peer));
  await serve('headers', names.headers, createHeaderServer(context));
  await serve('blocks', names.blocks, (stream, peer) => blocks.answer(stream, peer));
  if (discovery !== undefined)
    await serve('addresses', names.peers, (stream, peer) => discovery.answer(stream, peer));
}

/** Answers locators with the stored headers above the newest common block, one answer after another at a rate for all peers together. */
function createHeaderServer({ chain, limits, clock }: PeerContext) {
  const total = new TokenBucket(limits.headersServedRate, clock);
  const queue = new PQueue({ concurrency: 1 });
  const exchange = { maximum: MAX_LOCATOR_IDS * ID_SIZE, milliseconds: limits.headersTimeoutMs };
  return (stream: Stream, { record }: Peer): Promise<void> =>
    answer(stream, exchange, async (frames, signal) => {
      const request = await frames.read(signal);
      if (request.length === 0) throw new ProtocolViolation('it requested headers without a locator');
      const ids = piecesOf(request, ID_SIZE, 'it requested headers without a locator').map(blockIdFromBytes);
      const common = newestCommonHeight(ids, (id) => chain.heightOfBlock(id));
      if (common === undefined) throw new ProtocolViolation('it requested headers of another network');
      await sleep(record.served.spend(0), undefined, { signal });
      const read = async (): Promise<Uint8Array> => {
        await sleep(total.spend(0), undefined, { signal });
        const headers = await chain.readHeaders(common + 1, MAX_HEADERS_PER_ANSWER);
        total.spend(headers.length / HEADER_SIZE);
        record.served.spend(headers.length);
        return headers;
      };
      await frames.write(await queue.add(read, { signal }), signal);
    });
}

/** Maximum number of bytes of an answer of blocks, even if the request allows more. */
const MAX_ANSWER_BYTES = 2 * MAX_BLOCK_SIZE;
/** Where others wait, an answer is safe for this long. */
const SAFE_MS = 3_000;
/** How often who waits makes the slowest answer give up its slot. */
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
 * the slowest answer is aborted: slow readers keep nobody from a sync.
 */
class BlockServer {
  readonly #context: PeerContext;
  readonly #queue: PQueue;
  readonly #answers = new Set<Answer>();

  constructor(context: PeerContext) {
    this.#context = context;
    this.#queue = new PQueue({ concurrency: context.limits.maximumBlockAnswers });
  }

  /** @throws ProtocolViolation for a malformed request; an error named `TimeoutError` if the answer is not read; the stream's error */
  answer(stream: Stream, { record }: Peer): Promise<void> {
    const { handshakeTimeoutMs, blocksTimeoutMs } = this.#context.limits;
    return closing(stream, async () => {
      const frames = framesOf(stream, MAX_BLOCKS_REQUEST_SIZE);
      const asked = await frames.read(deadlineOf({ milliseconds: handshakeTimeoutMs }));
      const request = decodeBlocksRequest(asked);
      await sleep(record.served.spend(0));
      const waiting = setInterval(() => this.#freeSlowest(), WAIT_MS).unref();
      const send = async (): Promise<void> => {
        clearInterval(waiting);
        const stopped = new AbortController();
        const sending = { stream, startedAt: performance.now(), bytes: 0, stopped };
        const signal = deadlineOf({ milliseconds: blocksTimeoutMs, stopped: stopped.signal });
        this.#answers.add(sending);
        try {
          for await (const block of this.#read(request)) {
            record.served.spend(block.length);
            sending.bytes += block.length;
            await frames.write(block, signal);
          }
          await frames.write(END_FRAME, signal);
        } finally {
          this.#answers.delete(sending);
        }
      };
      await this.#queue.add(send);
    });
  }

  #freeSlowest(): void {
    const now = performance.now();
    const [slowest] = [...this.#answers]
      .filter(({ startedAt, stopped }) => now - startedAt > SAFE_MS && !stopped.signal.aborted)
      .sort((a, b) => rateOf(a) - rateOf(b));
    slowest?.stopped.abort(new Error('others wait, and this answer is the slowest'));
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
