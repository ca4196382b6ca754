import { TRANSACTION_SIZE, transactionId, type TransactionId } from '@cairn/protocol';
import { TopicValidatorResult } from '@libp2p/gossipsub';
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
 * Bytes of the largest gossiped block; the rest of a message is for gossipsub's fields. Peers fetch larger blocks by the
 * blocks protocol, after the status that is sent at each new tip.
 */
const MAX_GOSSIPED_BLOCK = MAX_MESSAGE_SIZE - 65_536;
/** IDs of gossiped transactions to remember: twice the capacity of a mempool. */
const REMEMBERED_TRANSACTIONS = 40_000;

/** Maximum number of admitted transactions that wait for the rate limit; above it the oldest are not gossiped. */
const MAX_WAITING = 20_000;
const PAUSE_MS = 50;

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
export class Gossip {
  readonly #options: GossipOptions;
  /** IDs of the transactions that this node has spread. With `max`, lru-cache would allocate all slots at once. */
  readonly #spread = new LRUCache<string, true>({
    maxSize: REMEMBERED_TRANSACTIONS,
    sizeCalculation: () => 1,
  });
  /** Transactions from gossip that are being validated. */
  readonly #validating = new Set<TransactionId>();
  readonly #rate: TokenBucket;
  /** Transactions that wait for the rate limit, oldest first. */
  readonly #waiting: Uint8Array[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Subscribes to both topics. */
  constructor(options: GossipOptions) {
    this.#options = options;
    this.#rate = new TokenBucket(options.limits.spreadRate, options.clock);
    const { service, names } = options;
    service.topicValidators.set(names.blockTopic, (id, { data }) =>
      this.#validate(id, (peer) => this.#validateBlock(peer, data)),
    );
    service.topicValidators.set(names.transactionTopic, (id, { data }) =>
      this.#validate(id, (peer) => this.#validateTransaction(peer, data)),
    );
    service.subscribe(names.blockTopic);
    service.subscribe(names.transactionTopic);
  }

  /** Sends a block mined by this node, unless it is too large for gossip. */
  spreadBlock(raw: Uint8Array): void {
    if (raw.length <= MAX_GOSSIPED_BLOCK) this.#publish(this.#options.names.blockTopic, raw);
  }

  /** Queues an admitted transaction, unless it arrived by gossip: gossipsub forwards those. */
  spreadTransaction(id: TransactionId, raw: Uint8Array): void {
    this.#spread.set(id, true);
    if (this.#validating.has(id)) return;
    this.#waiting.push(raw);
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    this.#sendWaiting();
  }

  /** Discards the queued transactions. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #sendWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { transactionTopic } = this.#options.names;
    while (this.#waiting.length > 0 && this.#rate.take()) {
      this.#publish(transactionTopic, this.#waiting.shift()!);
    }
    if (this.#waiting.length > 0) {
      this.#timer = setTimeout(() => this.#sendWaiting(), PAUSE_MS).unref();
    }
  }

  #publish(topic: string, raw: Uint8Array): void {
    this.#options.service.publish(topic, raw).catch(({ message }: Error) => {
      this.#options.logger.debug(`Cannot send gossip: ${message}`);
    });
  }

  /** Validates a message of a peer that has completed the handshake; others are ignored. */
  async #validate(
    id: PeerId,
    validate: (peer: Peer) => Promise<TopicValidatorResult>,
  ): Promise<TopicValidatorResult> {
    const peer = this.#options.book.get(id.toString());
    if (peer?.status === undefined) return Ignore;
    peer.markSeen();
    try {
      return await validate(peer);
    } catch (error) {
      // The chain or the pending store failed, which is not the peer's fault. The message is not forwarded.
      this.#logStorageError(error as Error);
      return Ignore;
    }
  }

  async #validateBlock(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    const { blocks, book, limits } = this.#options;
    if (!peer.buckets.blocks.take()) return this.#penalizeExcess(peer, 'gossip messages');
    if (blocks.waitingBytes + data.length > limits.bytesInValidation) return Ignore;
    const reception = await blocks.receive(data, peer, { isRequested: false });
    if (reception.outcome === 'added') {
      peer.markUseful();
      reception.stored.catch((error: Error) => this.#logStorageError(error));
      return Accept; // the block is valid, even if this node cannot write it
    }
    if (reception.outcome === 'altered' || reception.outcome === 'invalid') {
      book.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'orphan') this.#options.onUnknownParent(peer);
    return Ignore; // not forwarded: peers that need a block of a branch without more work fetch it by its header
  }

  async #validateTransaction(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    const { transactions, book } = this.#options;
    if (!peer.buckets.gossip.take()) return this.#penalizeExcess(peer, 'gossip messages');
    if (data.length !== TRANSACTION_SIZE) {
      book.penalize(peer, 'invalid', 'it sent a malformed transaction');
      return Reject;
    }
    if (!peer.buckets.transactions.take()) return Ignore;
    const id = transactionId(data);
    this.#validating.add(id);
    const reception = await transactions.receive(data).finally(() => this.#validating.delete(id));
    if (reception.outcome === 'invalid') {
      book.penalize(peer, reception.offence, `it sent an invalid transaction: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'unchecked') return Ignore;
    if (reception.outcome === 'inadmissible' || reception.outcome === 'confirmed') {
      return book.allowsUseless(peer) ? Ignore : this.#penalizeExcess(peer, 'useless transactions');
    }
    if (reception.outcome === 'admitted') peer.markUseful();
    // A transaction that is known because it was offered directly at the same time has not been forwarded yet.
    const isNew = !this.#spread.has(id);
    this.#spread.set(id, true);
    return (isNew || reception.outcome === 'admitted') && this.#rate.take() ? Accept : Ignore;
  }

  #penalizeExcess(peer: Peer, what: string): TopicValidatorResult {
    this.#options.book.penalize(peer, 'excess', `it sends too many ${what}`);
    return Ignore;
  }

  #logStorageError({ message }: Error): void {
    this.#options.logger.error(`Cannot store data from a peer: ${message}`);
  }
}
