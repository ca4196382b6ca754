import { sha256, TRANSACTION_SIZE, transactionId } from '@cairn/protocol';
import {
  gossipsub,
  StrictNoSign,
  TopicValidatorResult,
  type GossipSub,
  type GossipSubComponents,
  type Message,
} from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import type { Logger } from 'pino';
import type { BlockIntake } from './block-intake.ts';
import type { PeerBook } from './peer-book.ts';
import type { Peer } from './peer.ts';
import type { ProtocolNames } from './protocol-names.ts';
import { createRecentIds } from './recent-ids.ts';
import type { TransactionIntake } from './transaction-intake.ts';

/** gossipsub sends no message above 4 MiB (js-libp2p issue 3427). */
const MAX_MESSAGE_SIZE = 4 * 1_024 * 1_024;
/**
 * Bytes of the largest block that is gossiped, which leaves room for gossipsub's own fields. Peers fetch a larger one by the
 * block-range protocol: the status that follows each new tip tells them of it.
 */
const MAX_GOSSIPED_BLOCK = MAX_MESSAGE_SIZE - 65_536;
/** Twice what a mempool holds. */
const REMEMBERED_TRANSACTIONS = 40_000;

const { Accept, Ignore, Reject } = TopicValidatorResult;

/**
 * The gossipsub service: unsigned messages, known by their contents, on the two topics of the network and no other.
 */
export function gossipService({
  blockTopic,
  transactionTopic,
}: ProtocolNames): (components: GossipSubComponents) => GossipSub {
  return gossipsub({
    globalSignaturePolicy: StrictNoSign,
    msgIdFn: ({ topic, data }) => sha256(Buffer.concat([Buffer.from(topic), data])),
    allowedTopics: [blockTopic, transactionTopic],
    allowPublishToZeroTopicPeers: true,
    ignoreDuplicatePublishError: true,
    doPX: false,
    maxInboundDataLength: MAX_MESSAGE_SIZE,
    maxOutboundBufferSize: 8 * MAX_MESSAGE_SIZE,
    decodeRpcLimits: {
      maxSubscriptions: 16,
      maxMessages: 1_024,
      maxIhaveMessageIDs: 5_000,
      maxIwantMessageIDs: 5_000,
      maxControlMessages: 64,
      maxIdontwantMessageIDs: 512,
      maxPeerInfos: 16,
    },
  });
}

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
  const spread = createRecentIds(REMEMBERED_TRANSACTIONS);

  const complain = ({ message }: Error): void =>
    options.logger.error(`What a peer sent could not be stored: ${message}`);

  const judgeBlock = async (peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> => {
    if (!peer.buckets.blocks.take()) return excess(book, peer);
    const reception = await options.blocks.receive(data);
    if (reception.outcome === 'added') {
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
    // One that was offered to us directly at the same moment has not gone on yet.
    return spread.add(transactionId(data)) || reception.outcome === 'taken' ? Accept : Ignore;
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
      spread.add(id);
      await service.publish(names.transactionTopic, raw);
    },
  };
}

function excess(book: PeerBook, peer: Peer): TopicValidatorResult {
  book.penalize(peer, 'excess', 'it sends more than its share');
  return Ignore;
}
