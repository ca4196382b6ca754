import { ProtocolError, TRANSACTION_SIZE } from '@cairn/protocol';
import { TopicValidatorResult } from '@libp2p/gossipsub';
import type { PeerId } from '@libp2p/interface';
import { MempoolUnavailableError } from '@cairn/chain/mempool';
import type { RejectionReason } from '@cairn/api/rpc';
import type { NodeMetrics } from '../metrics/metrics.ts';
import type { BlockIntake } from './block-intake.ts';
import { MAX_MESSAGE_SIZE, type GossipService } from './libp2p-host.ts';
import { GOSSIP_COSTS, type Offence } from './settings.ts';
import type { Peer, PeerContext } from './peers.ts';
import { TokenBucket } from './token-bucket.ts';

/**
 * Bytes of the largest gossiped block; the rest of a message is for gossipsub's fields. Peers fetch larger blocks by the
 * blocks protocol, after the status that is sent at each new tip.
 */
const MAX_GOSSIPED_BLOCK = MAX_MESSAGE_SIZE - 65_536;

/** Why every node rejects a transaction: an offence. Other reasons depend on our state or policy, which differ between honest nodes. */
const INVALID = new Set<RejectionReason>(['wrong_chain', 'bad_signature', 'bad_address', 'zero_value']);

/** Own transactions are sent above `spreadRate`, but no more than stay within the rate of a peer; `TransactionRelay` sends the others later. */
const OWN_DEBT_MS = 4_000;

const { Accept, Ignore, Reject } = TopicValidatorResult;

interface GossipParts {
  readonly service: GossipService;
  readonly blocks: BlockIntake;
  readonly metrics: NodeMetrics | undefined;
  /** True while this node is syncing: it then takes no transactions. */
  readonly isSyncing: () => boolean;
  /** Called if a peer sends a block whose parent is unknown. */
  readonly onUnknownParent: (peer: Peer) => void;
}

/** Spreads blocks and transactions through the network; those from peers are validated before they are forwarded. */
export class Gossip {
  readonly #context: PeerContext;
  readonly #parts: GossipParts;
  /** Of forwarding transactions. */
  readonly #rate: TokenBucket;

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

  /** IDs of the peers that take gossiped transactions: those that subscribed, after their handshake. */
  listeners(): string[] {
    return this.#ready(this.#parts.service.getSubscribers(this.#context.names.transactionTopic));
  }

  #ready(ids: readonly PeerId[]): string[] {
    return ids.map(String).filter((id) => this.#context.peers.get(id)?.status !== undefined);
  }

  /** Sends a block mined by this node, unless it is too large for gossip. */
  sendBlock(raw: Uint8Array): void {
    if (raw.length <= MAX_GOSSIPED_BLOCK) void this.#publish(this.#context.names.blockTopic, raw);
  }

  /** Sends a transaction of this node. @returns the number of peers to which it is sent */
  async sendTransaction(raw: Uint8Array): Promise<number> {
    if (this.listeners().length === 0 || this.#rate.spend(0) > OWN_DEBT_MS) return 0;
    const sent = await this.#publish(this.#context.names.transactionTopic, raw);
    if (sent > 0) this.#rate.spend(1); // forwarding yields to own ones
    return sent;
  }

  async #publish(topic: string, raw: Uint8Array): Promise<number> {
    try {
      return this.#ready((await this.#parts.service.publish(topic, raw)).recipients).length;
    } catch (error) {
      this.#context.logger.debug(`Cannot send gossip: ${(error as Error).message}`); // for example without peers
      return 0;
    }
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
      peers.penalize(peer, 'excess', 'it sends too many gossip messages');
      return Ignore;
    }
    try {
      return await validate(peer);
    } catch (error) {
      // The chain failed, which is not the peer's fault.
      this.#context.logger.debug(`Cannot take data of a peer: ${(error as Error).message}`);
      return Ignore;
    }
  }

  async #validateBlock(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    const { blocks, onUnknownParent } = this.#parts;
    const reception = await blocks.receive(data, peer);
    if (reception === 'added') return Accept;
    if (reception === 'invalid') return Reject;
    if (reception === 'orphan') onUnknownParent(peer);
    return Ignore; // not forwarded: peers that need a block of a branch without more work fetch it by its header
  }

  async #validateTransaction(peer: Peer, data: Uint8Array): Promise<TopicValidatorResult> {
    if (data.length !== TRANSACTION_SIZE) return this.#reject(peer, 'invalid', 'it has another size');
    const { metrics, isSyncing } = this.#parts;
    const { refused } = peer.record;
    if (isSyncing() || refused.isEmpty) return Ignore;
    try {
      const admission = await this.#context.mempool.submit(data, 'peer');
      metrics?.submitted('peers', admission);
      if (admission.status === 'accepted')
        return !admission.alreadyPending && this.#rate.take() ? Accept : Ignore;
      const { reason } = admission;
      if (INVALID.has(reason)) return this.#reject(peer, 'invalidTransaction', reason);
      refused.spend(1);
      return Ignore;
    } catch (error) {
      if (error instanceof ProtocolError) {
        metrics?.submitted('peers', 'invalid_transaction');
        return this.#reject(peer, 'invalid', error.message);
      }
      if (!(error instanceof MempoolUnavailableError)) throw error;
      metrics?.submitted('peers', 'mempool_unavailable');
      return Ignore;
    }
  }

  #reject(peer: Peer, offence: Offence, reason: string): TopicValidatorResult {
    this.#context.peers.penalize(peer, offence, `it sent an invalid transaction: ${reason}`);
    return Reject;
  }
}
