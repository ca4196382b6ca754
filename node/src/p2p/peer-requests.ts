import type { Connection, Stream } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import { createBlockServer } from './block-exchange.ts';
import { isMalformed } from './frames.ts';
import { answerHeaders } from './header-exchange.ts';
import type { PeerHost, ProtocolNames } from './libp2p-host.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import type { PeerFinder } from './peer-finder.ts';
import type { PeerLimits } from './peer-limits.ts';
import type { StatusExchange } from './status-exchange.ts';
import type { TransactionIntake } from './transaction-intake.ts';
import { answerOffers, type OfferAnswer } from './transaction-offers.ts';

export interface RequestServices {
  readonly chain: Chain;
  readonly book: PeerBook;
  readonly statuses: StatusExchange;
  readonly transactions: TransactionIntake;
  /** `undefined` disables peer exchange. */
  readonly finder: PeerFinder | undefined;
  readonly names: ProtocolNames;
  readonly limits: PeerLimits;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** How long a peer's offers are refused after too many useless ones. */
const OFFER_PAUSE_MS = 1_000;
/** Maximum number of streams of a peer at once on a protocol. */
const STREAMS_PER_PROTOCOL = 4;

/** Errors for requests that no honest node sends. */
const REFUSED_REQUESTS = new Set([
  'BadBlocksError',
  'BadHeadersError',
  'MalformedOfferError',
  'BadAddressesError',
]);

type BucketName = 'status' | 'headers' | 'ranges' | 'offers' | 'addresses';

/** Answers the requests of peers on every protocol, within each peer's rate limits. */
export async function servePeers(host: PeerHost, services: RequestServices): Promise<void> {
  const { chain, statuses, finder, names, limits } = services;
  const blockServer = createBlockServer(chain, limits);
  const serve = (
    protocol: string,
    bucket: BucketName,
    answer: (stream: Stream, peer: Peer) => Promise<void>,
  ): Promise<void> =>
    host.handle(protocol, createHandler(services, protocol, bucket, answer), {
      maxInboundStreams: STREAMS_PER_PROTOCOL,
    });
  await serve(names.status, 'status', (stream, peer) => statuses.answer(stream, peer));
  await serve(names.headers, 'headers', (stream, peer) => answerHeaders(stream, peer, chain, limits));
  await serve(names.blocks, 'ranges', (stream, peer) => blockServer.serve(stream, peer));
  await serve(names.transactions, 'offers', (stream, peer) =>
    answerOffers(stream, limits, (raw) => validateOffer(services, peer, raw)),
  );
  if (finder !== undefined) {
    await serve(names.peers, 'addresses', (stream, peer) => finder.answer(stream, peer));
  }
}

function createHandler(
  services: RequestServices,
  protocol: string,
  bucket: BucketName,
  answer: (stream: Stream, peer: Peer) => Promise<void>,
) {
  const { book } = services;
  return async (stream: Stream, connection: Connection): Promise<void> => {
    const peer = book.add(connection);
    peer.markSeen();
    if (!peer.buckets[bucket].take()) {
      stream.abort(new Error('too many requests'));
      return book.penalize(peer, 'excess', `it sends too many requests on ${protocol}`);
    }
    try {
      await answer(stream, peer);
    } catch (error) {
      penalizeFailure(services, peer, protocol, error as Error);
    }
  };
}

/** Penalizes a peer for an invalid request, and for not reading the answer. */
function penalizeFailure(
  { book, logger }: RequestServices,
  peer: Peer,
  protocol: string,
  error: Error,
): void {
  const { name, message } = error;
  if (REFUSED_REQUESTS.has(name) || isMalformed(error)) {
    book.penalize(peer, 'invalid', `${message} (${protocol})`);
  } else if (name === 'UnreadBlocksError') {
    book.penalize(peer, 'timeout', message);
  } else {
    logger.debug(`Cannot answer peer ${peer.name} on ${protocol}: ${message}`);
  }
}

async function validateOffer(
  { book, transactions, clock }: RequestServices,
  peer: Peer,
  raw: Uint8Array,
): Promise<OfferAnswer> {
  const now = clock();
  if (now < peer.offersRefusedUntil || !peer.buckets.transactions.take()) return 'refused';
  const reception = await transactions.receive(raw);
  if (reception.outcome === 'admitted') peer.markUseful();
  if (reception.outcome === 'admitted' || reception.outcome === 'known') return reception.outcome;
  // An honest peer may offer many transactions that are invalid on this chain: only refuse its offers briefly.
  const isUseless = reception.outcome === 'inadmissible' || reception.outcome === 'confirmed';
  if (isUseless && !book.allowsUseless(peer)) {
    peer.offersRefusedUntil = now + OFFER_PAUSE_MS;
  }
  if (reception.outcome === 'confirmed') return 'known';
  if (reception.outcome === 'invalid') {
    book.penalize(peer, reception.offence, `it offered an invalid transaction: ${reception.reason}`);
  }
  return 'refused';
}
