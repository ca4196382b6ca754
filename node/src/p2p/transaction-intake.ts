import { ProtocolError, transactionId, type TransactionId } from '@cairn/protocol';
import { MempoolUnavailableError, type Mempool, type RejectionReason } from '../mempool/mempool-types.ts';
import type { OFFENCES } from './peer-limits.ts';

/**
 * What became of a transaction that a peer sent.
 * - `taken`: admitted now. `known`: pending or confirmed before.
 * - `confirmed`: known, and of no use any more.
 * - `unfit`: it may hold elsewhere or later, not here and now.
 * - `unjudged`: this node could not look at it.
 * - `condemned`: no honest node sends it.
 */
export type TransactionReception =
  | { readonly outcome: 'taken' | 'known' | 'confirmed' | 'unfit' | 'unjudged' }
  | { readonly outcome: 'condemned'; readonly offence: keyof typeof OFFENCES; readonly reason: string };

/** The one way by which transactions of peers reach the mempool. */
export interface TransactionIntake {
  receive(raw: Uint8Array): Promise<TransactionReception>;
  /** True for a transaction that is being admitted here right now: it was not submitted to this node. */
  isReceiving(id: TransactionId): boolean;
}

/**
 * Transactions of all peers that wait for the disk at once; what comes beyond them is not looked at. Peers could otherwise
 * send faster than the disk takes them, until the memory is full.
 */
export const JUDGED_AT_ONCE = 20_000;

/** Reasons that no state of a mempool or chain makes good again. */
const CONDEMNED: ReadonlySet<RejectionReason> = new Set([
  'wrong_chain',
  'bad_address',
  'zero_value',
  'bad_signature',
]);

/** @param mayJudge false while this node is behind: it judges none then */
export function createTransactionIntake(mempool: Mempool, mayJudge: () => boolean): TransactionIntake {
  const receiving = new Set<TransactionId>();
  let judged = 0;
  const submit = async (raw: Uint8Array): Promise<TransactionReception> => {
    try {
      const admission = await mempool.submit(raw, 'last');
      if (admission.status === 'accepted') return { outcome: admission.alreadyPending ? 'known' : 'taken' };
      const { reason } = admission;
      if (reason === 'already_confirmed') return { outcome: 'confirmed' };
      return CONDEMNED.has(reason)
        ? { outcome: 'condemned', offence: 'invalidTransaction', reason }
        : { outcome: 'unfit' };
    } catch (error) {
      if (error instanceof ProtocolError) {
        return { outcome: 'condemned', offence: 'invalid', reason: error.message };
      }
      if (error instanceof MempoolUnavailableError) return { outcome: 'unjudged' };
      throw error;
    }
  };
  return {
    async receive(raw) {
      if (!mayJudge() || judged >= JUDGED_AT_ONCE) return { outcome: 'unjudged' };
      const id = transactionId(raw);
      judged += 1;
      receiving.add(id);
      try {
        return await submit(raw);
      } finally {
        judged -= 1;
        receiving.delete(id);
      }
    },
    isReceiving: (id) => receiving.has(id),
  };
}
