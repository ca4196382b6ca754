import { ProtocolError, transactionId, type TransactionId } from '@cairn/protocol';
import { type Mempool, MempoolUnavailableError } from '../mempool/mempool.ts';
import type { RejectionReason } from '../mempool/policy.ts';
import type { NodeMetrics } from '../metrics/metrics.ts';
import { GOSSIP_COSTS } from './limits.ts';
import type { Peer, Peers } from './peers.ts';

/**
 * What became of a transaction from a peer.
 * - `admitted`: pending now. `known`: it was pending already. `confirmed`: it is in a block already.
 * - `inadmissible`: refused in the current state of chain and mempool, but possibly valid later or on another branch.
 * - `unchecked`: not validated: this node is syncing or has no capacity, or its pending store is unavailable.
 * - `invalid`: invalid in every state; no honest node sends it.
 */
export type TransactionOutcome =
  'admitted' | 'known' | 'confirmed' | 'inadmissible' | 'unchecked' | 'invalid';

/**
 * Maximum number of transactions from all peers that wait to be validated and written; further ones are dropped. Without the
 * limit, peers that send faster than the disk writes would fill the memory.
 */
export const MAX_VALIDATING = 20_000;

/** Rejections that no state of the chain or mempool can change. */
const INVALID_FOREVER: ReadonlySet<RejectionReason> = new Set([
  'wrong_chain',
  'bad_address',
  'zero_value',
  'bad_signature',
]);

interface IntakeContext {
  readonly mempool: Pick<Mempool, 'submit'>;
  readonly peers: Peers;
}

/** Passes all transactions from peers to the mempool. */
export class TransactionIntake {
  readonly #context: IntakeContext;
  readonly #isCaughtUp: () => boolean;
  readonly #metrics: NodeMetrics | undefined;
  readonly #arriving = new Map<TransactionId, 'gossip' | 'offer'>();
  #validating = 0;

  /** @param isCaughtUp false while this node is syncing, when it validates no transactions */
  constructor(context: IntakeContext, isCaughtUp: () => boolean, metrics: NodeMetrics | undefined) {
    this.#context = context;
    this.#isCaughtUp = isCaughtUp;
    this.#metrics = metrics;
  }

  /** How a transaction that is being admitted came from a peer; `undefined` if a client of this node submitted it. */
  sourceOf(id: TransactionId): 'gossip' | 'offer' | undefined {
    return this.#arriving.get(id);
  }

  /** Submits a transaction to the mempool, and charges its sender for a useless or invalid one. */
  async receive(raw: Uint8Array, peer: Peer, source: 'gossip' | 'offer'): Promise<TransactionOutcome> {
    if (!this.#isCaughtUp() || this.#validating >= MAX_VALIDATING) return 'unchecked';
    const id = transactionId(raw);
    const isFirst = !this.#arriving.has(id);
    if (isFirst) this.#arriving.set(id, source);
    this.#validating += 1;
    try {
      return await this.#submit(raw, peer);
    } finally {
      this.#validating -= 1;
      if (isFirst) this.#arriving.delete(id);
    }
  }

  async #submit(raw: Uint8Array, peer: Peer): Promise<TransactionOutcome> {
    const { mempool, peers } = this.#context;
    try {
      const admission = await mempool.submit(raw, 'last');
      this.#metrics?.submitted('peers', admission);
      if (admission.status === 'accepted') return admission.alreadyPending ? 'known' : 'admitted';
      const { reason } = admission;
      if (reason === 'already_confirmed') return 'confirmed';
      if (!INVALID_FOREVER.has(reason)) {
        peer.record.gossip.spend(GOSSIP_COSTS.uselessTransaction);
        return 'inadmissible';
      }
      peers.penalize(peer, 'invalidTransaction', `it sent an invalid transaction: ${reason}`);
      return 'invalid';
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#metrics?.submitted('peers', 'invalid_transaction');
        peers.penalize(peer, 'invalid', `it sent an invalid transaction: ${error.message}`);
        return 'invalid';
      }
      if (!(error instanceof MempoolUnavailableError)) throw error;
      this.#metrics?.submitted('peers', 'mempool_unavailable');
      return 'unchecked';
    }
  }
}
