import { setTimeout as sleep } from 'node:timers/promises';
import {
  blockIdFromBytes,
  HEADER_SIZE,
  ID_SIZE,
  MAX_HEADERS_PER_ANSWER,
  MAX_LOCATOR_IDS,
  newestCommonHeight,
} from '@cairn/protocol';
import type { Connection, Stream } from '@libp2p/interface';
import PQueue from 'p-queue';
import { BlockServer } from './block-exchange.ts';
import type { Discovery } from './discovery.ts';
import type { PeerHost } from './libp2p-host.ts';
import { REQUEST_COSTS } from './limits.ts';
import type { PeerContext } from './peer-options.ts';
import type { Peer } from './peers.ts';
import type { StatusExchange } from './status-exchange.ts';
import { TokenBucket } from './token-bucket.ts';
import { answer, isViolation, piecesOf, ProtocolViolation } from './wire.ts';

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
