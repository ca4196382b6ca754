import { ProtocolError, transactionId, type TransactionId } from '@cairn/protocol';
import { MempoolUnavailableError, type Mempool, type RejectionReason } from '../mempool/mempool-types.ts';
import type { OFFENCES } from './peer-limits.ts';

/**
 * The result of receiving a transaction from a peer.
 * - `taken`: admitted now. `known`: pending or confirmed before.
 * - `confirmed`: known, and useless now.
 * - `unfit`: invalid in the current state, but possibly valid on another branch or later.
 * - `unchecked`: not validated: this node is syncing or has no capacity.
 * - `condemned`: invalid in every state; no honest node sends it.
 */
export type TransactionReception =
  | { readonly outcome: 'taken' | 'known' | 'confirmed' | 'inadmissible' | 'unchecked' }
  | { readonly outcome: 'invalid'; readonly offence: keyof typeof OFFENCES; readonly reason: string };

/** The only path of peers' transactions to the mempool. */
export interface TransactionIntake {
  receive(raw: Uint8Array): Promise<TransactionReception>;
  /** True while a peer's transaction is being admitted: it was not submitted to this node. */
  isReceiving(id: TransactionId): boolean;
}

/**
 * Limit of transactions from all peers that wait for the disk; further ones are dropped. Without it, peers that send faster
 * than the disk writes would fill the memory.
 */
export const VALIDATED_AT_ONCE = 20_000;

/** Rejections that no state of the chain or mempool can change. */
const CONDEMNED: ReadonlySet<RejectionReason> = new Set([
  'wrong_chain',
  'bad_address',
  'zero_value',
  'bad_signature',
]);

/** @param isCaughtUp false while this node is behind: it validates none then */
export function createTransactionIntake(mempool: Mempool, isCaughtUp: () => boolean): TransactionIntake {
  const receiving = new Set<TransactionId>();
  let validated = 0;
  const submit = async (raw: Uint8Array): Promise<TransactionReception> => {
    try {
      const admission = await mempool.submit(raw, 'last');
      if (admission.status === 'accepted') return { outcome: admission.alreadyPending ? 'known' : 'taken' };
      const { reason } = admission;
      if (reason === 'already_confirmed') return { outcome: 'confirmed' };
      return CONDEMNED.has(reason)
        ? { outcome: 'invalid', offence: 'invalidTransaction', reason }
        : { outcome: 'inadmissible' };
    } catch (error) {
      if (error instanceof ProtocolError) {
        return { outcome: 'invalid', offence: 'invalid', reason: error.message };
      }
      if (error instanceof MempoolUnavailableError) return { outcome: 'unchecked' };
      throw error;
    }
  };
  return {
    async receive(raw) {
      if (!isCaughtUp() || validated >= VALIDATED_AT_ONCE) return { outcome: 'unchecked' };
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
