import type { Connection, Stream } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import { BlockServer } from './block-exchange.ts';
import type { Discovery } from './discovery.ts';
import { isViolation } from './frames.ts';
import { createHeaderServer } from './header-sync.ts';
import type { PeerHost, ProtocolNames } from './libp2p-host.ts';
import { GOSSIP_COSTS, type PeerLimits, REQUEST_COSTS } from './limits.ts';
import type { Peer, Peers } from './peers.ts';
import type { StatusExchange } from './status-exchange.ts';
import type { TransactionIntake } from './transaction-intake.ts';
import { answerOffers, type OfferAnswer } from './transaction-offers.ts';

interface RequestServices {
  readonly chain: Chain;
  readonly peers: Peers;
  readonly statuses: StatusExchange;
  readonly transactions: TransactionIntake;
  /** `undefined` disables peer exchange. */
  readonly discovery: Discovery | undefined;
  readonly names: ProtocolNames;
  readonly limits: PeerLimits;
  /** Unix milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Maximum number of streams of a peer at once on a protocol. */
const STREAMS_PER_PROTOCOL = 4;

/** Answers the requests of peers on every protocol, within each peer's rate of requests. */
export async function servePeers(host: PeerHost, services: RequestServices): Promise<void> {
  const { chain, peers, statuses, discovery, names, limits, clock, logger } = services;
  const headers = createHeaderServer(chain, limits, clock);
  const blocks = new BlockServer(chain, limits);
  const serve = (
    request: keyof typeof REQUEST_COSTS,
    protocol: string,
    answer: (stream: Stream, peer: Peer) => Promise<void>,
  ): Promise<void> => {
    const handle = async (stream: Stream, connection: Connection): Promise<void> => {
      const peer = peers.add(connection);
      peers.markSeen(peer);
      if (!peer.rates.requests.take(REQUEST_COSTS[request])) {
        stream.abort(new Error('too many requests'));
        return peers.penalize(peer, 'excess', `it sends too many requests (${protocol})`);
      }
      try {
        await answer(stream, peer);
      } catch (error) {
        const { name, message } = error as Error;
        if (isViolation(error)) peers.penalize(peer, 'invalid', `${message} (${protocol})`);
        else if (name === 'UnreadBlocksError') peers.penalize(peer, 'timeout', message);
        else logger.debug(`Cannot answer peer ${peer.name} on ${protocol}: ${message}`);
      }
    };
    return host.handle(protocol, handle, { maxInboundStreams: STREAMS_PER_PROTOCOL });
  };
  await serve('status', names.status, (stream, peer) => statuses.answer(stream, peer));
  await serve('headers', names.headers, (stream, peer) => headers.answer(stream, peer));
  await serve('blocks', names.blocks, (stream, peer) => blocks.answer(stream, peer));
  await serve('offers', names.transactions, (stream, peer) =>
    answerOffers(stream, limits, (raw) => validateOffer(services, peer, raw)),
  );
  if (discovery !== undefined)
    await serve('addresses', names.peers, (stream, peer) => discovery.answer(stream, peer));
}

/** An honest peer may offer many transactions that are invalid on this chain: above its rate they are only refused. */
async function validateOffer(
  { peers, transactions }: RequestServices,
  peer: Peer,
  raw: Uint8Array,
): Promise<OfferAnswer> {
  if (!peer.rates.gossip.take(GOSSIP_COSTS.transaction)) return 'refused';
  const reception = await transactions.receive(raw);
  if (reception.outcome === 'inadmissible') peer.rates.gossip.spend(GOSSIP_COSTS.uselessTransaction);
  if (reception.outcome === 'invalid')
    peers.penalize(peer, reception.offence, `it offered an invalid transaction: ${reception.reason}`);
  if (reception.outcome === 'admitted') return 'admitted';
  return reception.outcome === 'known' || reception.outcome === 'confirmed' ? 'known' : 'refused';
}
