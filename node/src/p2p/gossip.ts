import { TRANSACTION_SIZE, transactionId, type TransactionId } from '@cairn/protocol';
import { TopicValidatorResult } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BlockIntake } from './block-intake.ts';
import { MAX_MESSAGE_SIZE, type GossipService, type ProtocolNames } from './libp2p-host.ts';
import { GOSSIP_COSTS, type PeerLimits } from './limits.ts';
import type { Peer, Peers } from './peers.ts';
import { TokenBucket } from './rate-limiter.ts';
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

interface GossipOptions {
  readonly service: GossipService;
  readonly names: ProtocolNames;
  readonly peers: Peers;
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
    const peer = this.#options.peers.get(id.toString());
    if (peer?.status === undefined) return Ignore;
    this.#options.peers.markSeen(peer);
    try {
      return await validate(peer);
    } catch (error) {
      // The chain or the pending store failed, which is not the peer's fault. The message is not forwarded.
      this.#logStorageError(error as Error);
      return Ignore;
    }
  }

  async #validateBlock(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    const { blocks, peers } = this.#options;
    if (!peer.rates.gossip.take(GOSSIP_COSTS.block)) return this.#penalizeExcess(peer);
    const reception = await blocks.receive(data, peer);
    if (reception.outcome === 'added') {
      reception.stored.catch((error: Error) => this.#logStorageError(error));
      return Accept; // the block is valid, even if this node cannot write it
    }
    if (reception.outcome === 'altered' || reception.outcome === 'invalid') {
      peers.penalize(peer, 'invalid', `it sent an invalid block: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'orphan') this.#options.onUnknownParent(peer);
    return Ignore; // not forwarded: peers that need a block of a branch without more work fetch it by its header
  }

  async #validateTransaction(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    const { transactions, peers } = this.#options;
    if (!peer.rates.gossip.take(GOSSIP_COSTS.transaction)) return this.#penalizeExcess(peer);
    if (data.length !== TRANSACTION_SIZE) {
      peers.penalize(peer, 'invalid', 'it sent a malformed transaction');
      return Reject;
    }
    const id = transactionId(data);
    this.#validating.add(id);
    const reception = await transactions.receive(data).finally(() => this.#validating.delete(id));
    if (reception.outcome === 'invalid') {
      peers.penalize(peer, reception.offence, `it sent an invalid transaction: ${reception.reason}`);
      return Reject;
    }
    if (reception.outcome === 'inadmissible') peer.rates.gossip.spend(GOSSIP_COSTS.uselessTransaction);
    if (reception.outcome !== 'admitted' && reception.outcome !== 'known') return Ignore;
    // A transaction that is known because it was offered directly at the same time has not been forwarded yet.
    const isNew = !this.#spread.has(id);
    this.#spread.set(id, true);
    return (isNew || reception.outcome === 'admitted') && this.#rate.take() ? Accept : Ignore;
  }

  #penalizeExcess(peer: Peer): TopicValidatorResult {
    this.#options.peers.penalize(peer, 'excess', 'it sends too many gossip messages, or useless ones');
    return Ignore;
  }

  #logStorageError({ message }: Error): void {
    this.#options.logger.error(`Cannot store data from a peer: ${message}`);
  }
}
