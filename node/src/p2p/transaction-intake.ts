import { ProtocolError, transactionId, type TransactionId } from '@cairn/protocol';
import { MempoolUnavailableError, type Mempool } from '../mempool/mempool.ts';
import type { RejectionReason } from '../mempool/policy.ts';
import type { NodeMetrics } from '../metrics/metrics.ts';
import type { Offence } from './limits.ts';

/**
 * The result of receiving a transaction from a peer.
 * - `admitted`: pending now. `known`: it was pending already. `confirmed`: it is in a block already.
 * - `inadmissible`: refused in the current state of chain and mempool, but possibly valid later or on another branch.
 * - `unchecked`: not validated: this node is syncing or has no capacity, or its pending store is unavailable.
 * - `invalid`: invalid in every state; no honest node sends it.
 */
export type TransactionReception =
  | { readonly outcome: 'admitted' | 'known' | 'confirmed' | 'inadmissible' | 'unchecked' }
  | { readonly outcome: 'invalid'; readonly offence: Offence; readonly reason: string };

/** Passes all transactions from peers to the mempool. */
export interface TransactionIntake {
  receive(raw: Uint8Array): Promise<TransactionReception>;
  /** True while a peer's transaction is being admitted: its mempool event does not mean that a client submitted it. */
  isReceiving(id: TransactionId): boolean;
}

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

/** @param isCaughtUp false while this node is syncing, when it validates no transactions */
export function createTransactionIntake(
  mempool: Mempool,
  isCaughtUp: () => boolean,
  metrics?: NodeMetrics,
): TransactionIntake {
  const receiving = new Set<TransactionId>();
  let validated = 0;
  const submit = async (raw: Uint8Array): Promise<TransactionReception> => {
    try {
      const admission = await mempool.submit(raw, 'last');
      metrics?.submitted('peers', admission);
      if (admission.status === 'accepted')
        return { outcome: admission.alreadyPending ? 'known' : 'admitted' };
      const { reason } = admission;
      if (reason === 'already_confirmed') return { outcome: 'confirmed' };
      return INVALID_FOREVER.has(reason)
        ? { outcome: 'invalid', offence: 'invalidTransaction', reason }
        : { outcome: 'inadmissible' };
    } catch (error) {
      if (error instanceof ProtocolError) {
        metrics?.submitted('peers', 'invalid_transaction');
        return { outcome: 'invalid', offence: 'invalid', reason: error.message };
      }
      if (!(error instanceof MempoolUnavailableError)) throw error;
      metrics?.submitted('peers', 'mempool_unavailable');
      return { outcome: 'unchecked' };
    }
  };
  return {
    async receive(raw) {
      if (!isCaughtUp() || validated >= MAX_VALIDATING) return { outcome: 'unchecked' };
      const id = transactionId(raw);
      validated += 1;
      receiving.add(id);
      try {
        return await submit(raw);
      } finally {
        validated -= 1;
        receiving.delete(id);
      }
    },
    isReceiving: (id) => receiving.has(id),
  };
}
