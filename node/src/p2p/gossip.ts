import { TRANSACTION_SIZE, type TransactionId } from '@cairn/protocol';
import { TopicValidatorResult } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import type { BlockIntake } from './block-intake.ts';
import { MAX_MESSAGE_SIZE, type GossipService } from './libp2p-host.ts';
import { GOSSIP_COSTS } from './limits.ts';
import type { PeerContext } from './peer-options.ts';
import type { Peer } from './peers.ts';
import { TokenBucket } from './token-bucket.ts';
import type { TransactionIntake } from './transaction-intake.ts';

/**
 * Bytes of the largest gossiped block; the rest of a message is for gossipsub's fields. Peers fetch larger blocks by the
 * blocks protocol, after the status that is sent at each new tip.
 */
const MAX_GOSSIPED_BLOCK = MAX_MESSAGE_SIZE - 65_536;
/** Maximum number of admitted transactions that wait for the rate limit; above it the oldest are not gossiped. */
const MAX_WAITING = 20_000;
const PAUSE_MS = 50;

const { Accept, Ignore, Reject } = TopicValidatorResult;

interface GossipParts {
  readonly service: GossipService;
  readonly blocks: BlockIntake;
  readonly transactions: TransactionIntake;
  /** Called if a peer sends a block whose parent is unknown. */
  readonly onUnknownParent: (peer: Peer) => void;
}

/** Spreads blocks and transactions through the network; those from peers are validated before they are forwarded. */
export class Gossip {
  readonly #context: PeerContext;
  readonly #parts: GossipParts;
  readonly #rate: TokenBucket;
  /** Transactions that wait for the rate limit, oldest first. */
  readonly #waiting: Uint8Array[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Subscribes to both topics. */
  constructor(context: PeerContext, parts: GossipParts) {
    this.#context = context;
    this.#parts = parts;
    this.#rate = new TokenBucket(context.limits.spreadRate, context.clock);
    const { service } = parts;
    const { names } = context;
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
    if (raw.length <= MAX_GOSSIPED_BLOCK) this.#publish(this.#context.names.blockTopic, raw);
  }

  /** Queues an admitted transaction, unless it arrived by gossip: gossipsub forwards those. */
  spreadTransaction(id: TransactionId, raw: Uint8Array): void {
    if (this.#parts.transactions.sourceOf(id) === 'gossip') return;
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
    const { transactionTopic } = this.#context.names;
    while (this.#waiting.length > 0 && this.#rate.take()) {
      this.#publish(transactionTopic, this.#waiting.shift()!);
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#sendWaiting(), PAUSE_MS).unref();
  }

  #publish(topic: string, raw: Uint8Array): void {
    this.#parts.service.publish(topic, raw).catch(({ message }: Error) => {
      this.#context.logger.debug(`Cannot send gossip: ${message}`);
    });
  }

  /** Validates a message within its sender's rate; those of peers that have not completed the handshake are ignored. */
  async #validate(
    id: PeerId,
    cost: number,
    validate: (peer: Peer) => Promise<TopicValidatorResult>,
  ): Promise<TopicValidatorResult> {
    const { peers } = this.#context;
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
    const { blocks, onUnknownParent } = this.#parts;
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
    if (data.length !== TRANSACTION_SIZE) {
      this.#context.peers.penalize(peer, 'invalid', 'it sent a malformed transaction');
      return Reject;
    }
    const outcome = await this.#parts.transactions.receive(data, peer, 'gossip');
    if (outcome === 'invalid') return Reject;
    // One that is known may have been offered directly at the same time: then nobody has forwarded it yet.
    if (outcome !== 'admitted' && outcome !== 'known') return Ignore;
    return this.#rate.take() ? Accept : Ignore;
  }

  #logStorageError({ message }: Error): void {
    this.#context.logger.error(`Cannot store data from a peer: ${message}`);
  }
}
