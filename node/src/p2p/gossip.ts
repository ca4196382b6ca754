import { TRANSACTION_SIZE, transactionId, type TransactionId } from '@cairn/protocol';
import { TopicValidatorResult, type Message } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BlockIntake } from './block-intake.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import { TokenBucket, type PeerLimits } from './peer-limits.ts';
import { MAX_MESSAGE_SIZE, type GossipService, type ProtocolNames } from './libp2p-host.ts';
import type { TransactionIntake } from './transaction-intake.ts';

/**
 * Bytes of the largest gossiped block, with room for gossipsub's own fields. Peers fetch larger blocks by the blocks
 * protocol, after the status that follows each new tip.
 */
const MAX_GOSSIPED_BLOCK = MAX_MESSAGE_SIZE - 65_536;
/** Twice the capacity of a mempool. */
const REMEMBERED_TRANSACTIONS = 40_000;

/** Admitted transactions waiting for the rate limit; beyond it the oldest are not gossiped. */
const WAITING_MAXIMUM = 20_000;
const PAUSE_MILLISECONDS = 50;

const { Accept, Ignore, Reject } = TopicValidatorResult;

export interface GossipOptions {
  readonly service: GossipService;
  readonly names: ProtocolNames;
  readonly book: PeerBook;
  readonly blocks: BlockIntake;
  readonly transactions: TransactionIntake;
  readonly limits: PeerLimits;
  /** Unix milliseconds. */
  readonly clock: () => number;
  /** A peer sent a block whose parent is unknown. */
  readonly onAhead: (peer: Peer) => void;
  readonly logger: Logger;
}

/** Spreads blocks and transactions through the network; those of others are validated before they are forwarded. */
export interface Gossip {
  /** Sends a block mined by this node; a large one is left to the blocks protocol. */
  spreadBlock(raw: Uint8Array): void;
  /** Queues an admitted transaction; gossipsub forwards those that arrived by gossip. */
  spreadTransaction(id: TransactionId, raw: Uint8Array): void;
  /** Discards the queued transactions. */
  close(): void;
}

export function startGossip(options: GossipOptions): Gossip {
  const { service, names, book } = options;
  // Without `max`, for which the cache would allocate all of its places at once.
  const spread = new LRUCache<string, true>({ maxSize: REMEMBERED_TRANSACTIONS, sizeCalculation: () => 1 });
  /** Transactions from gossip in validation. */
  const arriving = new Set<TransactionId>();
  const pace = new TokenBucket(options.limits.spreadRate, options.clock);
  const waiting: Uint8Array[] = [];
  let timer: NodeJS.Timeout | undefined;

  const publish = (topic: string, raw: Uint8Array): void => {
    service.publish(topic, raw).catch(({ message }: Error) => {
      options.logger.debug(`Gossip was not sent: ${message}`);
    });
  };
  const drain = (): void => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && pace.take()) publish(names.transactionTopic, waiting.shift()!);
    if (waiting.length > 0) timer = setTimeout(drain, PAUSE_MILLISECONDS).unref();
  };

  const complain = ({ message }: Error): void =>
    options.logger.error(`What a peer sent could not be stored: ${message}`);

  const validateBlock = async (peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> => {
    if (!peer.buckets.blocks.take()) return excess(book, peer);
    if (options.blocks.waitingBytes + data.length > options.limits.bytesInValidation) return Ignore;
    const reception = await options.blocks.receive(data, peer);
    if (reception.outcome === 'added') {
      peer.wasUseful();
      reception.stored.catch((error: Error) => complain(error));
      return Accept; // it is the tip, whether this node can write it or not
    }
    if (reception.outcome === 'altered' || reception.outcome === 'invalid') {
      book.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'orphan') options.onAhead(peer);
    return Ignore; // a block of a branch with no more work than the chain is of use to none yet: headers lead to it
  };

  const validateTransaction = async (peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> => {
    if (!peer.buckets.gossip.take()) return excess(book, peer);
    if (data.length !== TRANSACTION_SIZE) {
      book.penalize(peer, 'invalid', 'it sent something that is no transaction');
      return Reject;
    }
    if (!peer.buckets.transactions.take()) return Ignore;
    const id = transactionId(data);
    arriving.add(id);
    const reception = await options.transactions.receive(data).finally(() => arriving.delete(id));
    if (reception.outcome === 'invalid') {
      book.penalize(peer, reception.offence, `it sent a bad transaction: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'unchecked') return Ignore;
    if (reception.outcome === 'inadmissible' || reception.outcome === 'confirmed') {
      return book.allowsUseless(peer) ? Ignore : excess(book, peer, 'transactions without use');
    }
    if (reception.outcome === 'taken') peer.wasUseful();
    // One that was offered to us directly at the same moment has not gone on yet.
    const isNew = !spread.has(id);
    spread.set(id, true);
    return (isNew || reception.outcome === 'taken') && pace.take() ? Accept : Ignore;
  };

  const validator =
    (validate: (peer: Peer, data: Uint8Array) => Promise<TopicValidatorResult>) =>
    async (id: PeerId, { data }: Message): Promise<TopicValidatorResult> => {
      const peer = book.get(id.toString());
      if (peer?.status === undefined) return Ignore; // no handshake yet
      peer.seen();
      try {
        return await validate(peer, data);
      } catch (error) {
        // The chain or the pending store cannot take it: not the peer's fault, and nothing to pass on.
        complain(error as Error);
        return Ignore;
      }
    };

  service.topicValidators.set(names.blockTopic, validator(validateBlock));
  service.topicValidators.set(names.transactionTopic, validator(validateTransaction));
  service.subscribe(names.blockTopic);
  service.subscribe(names.transactionTopic);
  return {
    spreadBlock(raw) {
      if (raw.length <= MAX_GOSSIPED_BLOCK) publish(names.blockTopic, raw);
    },
    spreadTransaction(id, raw) {
      spread.set(id, true);
      if (arriving.has(id)) return; // it goes on by itself
      waiting.push(raw);
      if (waiting.length > WAITING_MAXIMUM) waiting.shift();
      drain();
    },
    close: () => clearTimeout(timer),
  };
}

function excess(book: PeerBook, peer: Peer, of = 'gossip'): TopicValidatorResult {
  book.penalize(peer, 'excess', `it sends more than its share of ${of}`);
  return Ignore;
}
