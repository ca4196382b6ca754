import { TRANSACTION_SIZE, transactionId, type TransactionId } from '@cairn/protocol';
import { TopicValidatorResult } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { BlockIntake } from './block-intake.ts';
import { MAX_MESSAGE_SIZE, type GossipService, type ProtocolNames } from './libp2p-host.ts';
import { GOSSIP_COSTS, type PeerLimits } from './limits.ts';
import type { Peer, Peers } from './peers.ts';
import { TokenBucket } from './token-bucket.ts';
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
  /** Transactions that this node has spread. With `max`, lru-cache would allocate all slots at once. */
  readonly #spread = new LRUCache<TransactionId, true>({
    maxSize: REMEMBERED_TRANSACTIONS,
    sizeCalculation: () => 1,
  });
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
      this.#validate(id, GOSSIP_COSTS.block, (peer) => this.#validateBlock(peer, data)),
    );
    service.topicValidators.set(names.transactionTopic, (id, { data }) =>
      this.#validate(id, GOSSIP_COSTS.transaction, (peer) => this.#validateTransaction(peer, data)),
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
    if (this.#options.transactions.sourceOf(id) === 'gossip') return;
    this.#spread.set(id, true);
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
    const { transactionTopic } = this.#options.names;
    while (this.#waiting.length > 0 && this.#rate.take()) {
      this.#publish(transactionTopic, this.#waiting.shift()!);
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#sendWaiting(), PAUSE_MS).unref();
  }

  #publish(topic: string, raw: Uint8Array): void {
    this.#options.service.publish(topic, raw).catch(({ message }: Error) => {
      this.#options.logger.debug(`Cannot send gossip: ${message}`);
    });
  }

  /** Validates a message within its sender's rate; those of peers that have not completed the handshake are ignored. */
  async #validate(
    id: PeerId,
    cost: number,
    validate: (peer: Peer) => Promise<TopicValidatorResult>,
  ): Promise<TopicValidatorResult> {
    const { peers } = this.#options;
    const peer = peers.get(id.toString());
    if (peer?.status === undefined) return Ignore;
    peers.markSeen(peer);
    if (!peer.record.gossip.take(cost)) {
      peers.penalize(peer, 'excess', 'it sends too many gossip messages, or useless ones');
      return Ignore;
    }
    try {
      return await validate(peer);
    } catch (error) {
      // The chain or the pending store failed, which is not the peer's fault. The message is not forwarded.
      this.#logStorageError(error as Error);
      return Ignore;
    }
  }

  async #validateBlock(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    const { blocks, onUnknownParent } = this.#options;
    const reception = await blocks.receive(data, peer);
    blocks.penalize(peer, reception);
    if (reception.outcome === 'added') {
      reception.stored.catch((error: Error) => this.#logStorageError(error));
      return Accept; // the block is valid, even if this node cannot write it
    }
    if (reception.outcome === 'altered' || reception.outcome === 'invalid') return Reject;
    if (reception.outcome === 'orphan') onUnknownParent(peer);
    return Ignore; // not forwarded: peers that need a block of a branch without more work fetch it by its header
  }

  async #validateTransaction(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    const { transactions, peers } = this.#options;
    if (data.length !== TRANSACTION_SIZE) {
      peers.penalize(peer, 'invalid', 'it sent a malformed transaction');
      return Reject;
    }
    const outcome = await transactions.receive(data, peer, 'gossip');
    if (outcome === 'invalid') return Reject;
    if (outcome !== 'admitted' && outcome !== 'known') return Ignore;
    const id = transactionId(data);
    const isNew = outcome === 'admitted' || !this.#spread.has(id); // one that was offered directly is spread already
    this.#spread.set(id, true);
    return isNew && this.#rate.take() ? Accept : Ignore;
  }

  #logStorageError({ message }: Error): void {
    this.#options.logger.error(`Cannot store data from a peer: ${message}`);
  }
}
