import { TRANSACTION_SIZE, transactionId, type TransactionId } from '@cairn/protocol';
import { TopicValidatorResult, type Message } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BlockIntake } from './block-intake.ts';
import type { Peer, PeerBook } from './peer-book.ts';
import type { PeerLimits } from './peer-limits.ts';
import { TokenBucket } from './token-bucket.ts';
import { MAX_MESSAGE_SIZE, type GossipService, type ProtocolNames } from './libp2p-host.ts';
import type { TransactionIntake } from './transaction-intake.ts';

/**
 * Bytes of the largest gossiped block, which leaves room for gossipsub's fields. Peers fetch larger blocks by the blocks
 * protocol, after the status that is sent at each new tip.
 */
const MAX_GOSSIPED_BLOCK = MAX_MESSAGE_SIZE - 65_536;
/** IDs of gossiped transactions to remember: twice the capacity of a mempool. */
const REMEMBERED_TRANSACTIONS = 40_000;

/** Most admitted transactions that wait for the rate limit; above it the oldest are not gossiped. */
const MAX_WAITING = 20_000;
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
  /** Called if a peer sends a block whose parent is unknown. */
  readonly onUnknownParent: (peer: Peer) => void;
  readonly logger: Logger;
}

/** Spreads blocks and transactions through the network; those from peers are validated before they are forwarded. */
export interface Gossip {
  /** Sends a block mined by this node, unless it is too large for gossip. */
  spreadBlock(raw: Uint8Array): void;
  /** Queues an admitted transaction, unless it arrived by gossip: gossipsub forwards those. */
  spreadTransaction(id: TransactionId, raw: Uint8Array): void;
  /** Discards the queued transactions. */
  close(): void;
}

export function startGossip(options: GossipOptions): Gossip {
  const { service, names, book } = options;
  // With `max`, lru-cache would allocate all slots at once.
  const spread = new LRUCache<string, true>({ maxSize: REMEMBERED_TRANSACTIONS, sizeCalculation: () => 1 });
  /** Transactions from gossip that are being validated. */
  const arriving = new Set<TransactionId>();
  const pace = new TokenBucket(options.limits.spreadRate, options.clock);
  const waiting: Uint8Array[] = [];
  let timer: NodeJS.Timeout | undefined;

  const publish = (topic: string, raw: Uint8Array): void => {
    service.publish(topic, raw).catch(({ message }: Error) => {
      options.logger.debug(`Cannot send gossip: ${message}`);
    });
  };
  const drain = (): void => {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && pace.take()) publish(names.transactionTopic, waiting.shift()!);
    if (waiting.length > 0) timer = setTimeout(drain, PAUSE_MILLISECONDS).unref();
  };

  const logStorageError = ({ message }: Error): void =>
    options.logger.error(`Cannot store data from a peer: ${message}`);

  const validateBlock = async (peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> => {
    if (!peer.buckets.blocks.take()) return penalizeExcess(book, peer);
    if (options.blocks.waitingBytes + data.length > options.limits.bytesInValidation) return Ignore;
    const reception = await options.blocks.receive(data, peer);
    if (reception.outcome === 'added') {
      peer.markUseful();
      reception.stored.catch(logStorageError);
      return Accept; // the block is valid, even if this node cannot write it
    }
    if (reception.outcome === 'altered' || reception.outcome === 'invalid') {
      book.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'orphan') options.onUnknownParent(peer);
    return Ignore; // not forwarded: peers that need a block of a branch without more work fetch it by its header
  };

  const validateTransaction = async (peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> => {
    if (!peer.buckets.gossip.take()) return penalizeExcess(book, peer);
    if (data.length !== TRANSACTION_SIZE) {
      book.penalize(peer, 'invalid', 'it sent a malformed transaction');
      return Reject;
    }
    if (!peer.buckets.transactions.take()) return Ignore;
    const id = transactionId(data);
    arriving.add(id);
    const reception = await options.transactions.receive(data).finally(() => arriving.delete(id));
    if (reception.outcome === 'invalid') {
      book.penalize(peer, reception.offence, `it sent an invalid transaction: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'unchecked') return Ignore;
    if (reception.outcome === 'inadmissible' || reception.outcome === 'confirmed') {
      return book.allowsUseless(peer) ? Ignore : penalizeExcess(book, peer, 'useless transactions');
    }
    if (reception.outcome === 'admitted') peer.markUseful();
    // A transaction that is known because it was offered directly at the same time has not been forwarded yet.
    const isNew = !spread.has(id);
    spread.set(id, true);
    return (isNew || reception.outcome === 'admitted') && pace.take() ? Accept : Ignore;
  };

  const validator =
    (validate: (peer: Peer, data: Uint8Array) => Promise<TopicValidatorResult>) =>
    async (id: PeerId, { data }: Message): Promise<TopicValidatorResult> => {
      const peer = book.get(id.toString());
      if (peer?.status === undefined) return Ignore; // no handshake yet
      peer.markSeen();
      try {
        return await validate(peer, data);
      } catch (error) {
        // The chain or the pending store failed, which is not the peer's fault. The message is not forwarded.
        logStorageError(error as Error);
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
      if (arriving.has(id)) return; // gossipsub forwards it
      waiting.push(raw);
      if (waiting.length > MAX_WAITING) waiting.shift();
      drain();
    },
    close: () => clearTimeout(timer),
  };
}

function penalizeExcess(book: PeerBook, peer: Peer, what = 'gossip messages'): TopicValidatorResult {
  book.penalize(peer, 'excess', `it sends too many ${what}`);
  return Ignore;
}
