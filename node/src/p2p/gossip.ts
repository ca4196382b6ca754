import { TRANSACTION_SIZE, transactionId } from '@cairn/protocol';
import { TopicValidatorResult, type GossipSub, type Message } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BlockIntake } from './block-intake.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import { MAX_MESSAGE_SIZE, type ProtocolNames } from './libp2p-host.ts';
import type { TransactionIntake } from './transaction-intake.ts';

/**
 * Bytes of the largest block that is gossiped, which leaves room for gossipsub's own fields. Peers fetch a larger one by the
 * block-range protocol: the status that follows each new tip tells them of it.
 */
const MAX_GOSSIPED_BLOCK = MAX_MESSAGE_SIZE - 65_536;
/** Twice what a mempool holds. */
const REMEMBERED_TRANSACTIONS = 40_000;

const { Accept, Ignore, Reject } = TopicValidatorResult;

export interface GossipOptions {
  readonly service: GossipSub;
  readonly names: ProtocolNames;
  readonly book: PeerBook;
  readonly blocks: BlockIntake;
  readonly transactions: TransactionIntake;
  /** A peer sent a block that we cannot place yet. */
  readonly onAhead: (peer: Peer) => void;
  readonly logger: Logger;
}

/** Spreads blocks and transactions through the network; what others spread is validated before it goes on. */
export interface Gossip {
  /** Passes a block on that this node has made; a large one is left to the block-range protocol. */
  spreadBlock(raw: Uint8Array): Promise<void>;
  /** Passes a transaction on that was admitted; one that came by gossip goes on by itself. */
  spreadTransaction(id: string, raw: Uint8Array): Promise<void>;
}

export function startGossip(options: GossipOptions): Gossip {
  const { service, names, book } = options;
  const spread = new LRUCache<string, true>({ max: REMEMBERED_TRANSACTIONS });

  const complain = ({ message }: Error): void =>
    options.logger.error(`What a peer sent could not be stored: ${message}`);

  const judgeBlock = async (peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> => {
    if (!peer.buckets.blocks.take()) return excess(book, peer);
    const reception = await options.blocks.receive(data);
    if (reception.outcome === 'added') {
      peer.wasUseful();
      reception.stored.catch((error: Error) => complain(error));
      return Accept; // it is valid, whether this node can write it or not
    }
    if (reception.outcome === 'invalid') {
      book.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'diverged') book.dropDiverged(peer, reception.height);
    if (reception.outcome === 'ahead') options.onAhead(peer);
    return Ignore;
  };

  const judgeTransaction = async (peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> => {
    if (!peer.buckets.gossip.take()) return excess(book, peer);
    if (data.length !== TRANSACTION_SIZE) {
      book.penalize(peer, 'invalid', 'it sent something that is no transaction');
      return Reject;
    }
    if (!peer.buckets.transactions.take()) return Ignore;
    const reception = await options.transactions.receive(data);
    if (reception.outcome === 'condemned') {
      book.penalize(peer, reception.offence, `it sent a bad transaction: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'unfit') return Ignore;
    if (reception.outcome === 'taken') peer.wasUseful();
    // One that was offered to us directly at the same moment has not gone on yet.
    const id = transactionId(data);
    const isNew = !spread.has(id);
    spread.set(id, true);
    return isNew || reception.outcome === 'taken' ? Accept : Ignore;
  };

  const validator =
    (judge: (peer: Peer, data: Uint8Array) => Promise<TopicValidatorResult>) =>
    async (id: PeerId, { data }: Message): Promise<TopicValidatorResult> => {
      const peer = book.get(id.toString());
      if (peer?.status === undefined) return Ignore; // no handshake yet
      peer.seen();
      try {
        return await judge(peer, data);
      } catch (error) {
        // The chain or the pending store cannot take it: not the peer's fault, and nothing to pass on.
        complain(error as Error);
        return Ignore;
      }
    };

  service.topicValidators.set(names.blockTopic, validator(judgeBlock));
  service.topicValidators.set(names.transactionTopic, validator(judgeTransaction));
  service.subscribe(names.blockTopic);
  service.subscribe(names.transactionTopic);
  return {
    async spreadBlock(raw) {
      if (raw.length <= MAX_GOSSIPED_BLOCK) await service.publish(names.blockTopic, raw);
    },
    async spreadTransaction(id, raw) {
      spread.set(id, true);
      await service.publish(names.transactionTopic, raw);
    },
  };
}

function excess(book: PeerBook, peer: Peer): TopicValidatorResult {
  book.penalize(peer, 'excess', 'it sends more than its share');
  return Ignore;
}
