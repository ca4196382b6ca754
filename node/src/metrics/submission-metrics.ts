import { ProtocolError } from '@cairn/protocol';
import { Counter, type Registry } from 'prom-client';
import { MempoolUnavailableError, type Admission, type RejectionReason } from '../mempool/mempool-types.ts';
import type { OpenMempool } from '../mempool/mempool.ts';

/** Who hands transactions to the mempool. */
export type SubmissionSource = 'rpc' | 'peers' | 'demo';
const SOURCES: readonly SubmissionSource[] = ['rpc', 'peers', 'demo'];

/** Everything that a submission can fail for; a key for each, so that none can be forgotten. */
const REASONS: Readonly<Record<RejectionReason | 'invalid_transaction' | 'mempool_unavailable', true>> = {
  nonce_too_low: true,
  nonce_gap: true,
  insufficient_balance: true,
  fee_too_low: true,
  replacement_fee_too_low: true,
  sender_limit: true,
  mempool_full: true,
  wrong_chain: true,
  bad_signature: true,
  bad_address: true,
  zero_value: true,
  already_confirmed: true,
  invalid_transaction: true,
  mempool_unavailable: true,
};
type Reason = keyof typeof REASONS;

/** Counts what becomes of the transactions that reach a mempool. */
export interface SubmissionCounts {
  /** @returns the same mempool, whose submissions count as coming from this source */
  readonly counting: (mempool: OpenMempool, source: SubmissionSource) => OpenMempool;
}

/** Every series begins at 0, so that the first rejection of a kind is a rise. */
export function createSubmissionCounts(registry: Registry): SubmissionCounts {
  const registers = [registry];
  const accepted = new Counter({
    name: 'cairn_submissions_accepted_total',
    help: 'Transactions admitted to the mempool, by where they came from.',
    labelNames: ['source'],
    registers,
  });
  const repeated = new Counter({
    name: 'cairn_submissions_repeated_total',
    help: 'Submissions of bytes that were pending already, by where they came from.',
    labelNames: ['source'],
    registers,
  });
  const rejected = new Counter({
    name: 'cairn_submissions_rejected_total',
    help: 'Submissions that were not admitted, by where they came from and why.',
    labelNames: ['source', 'reason'],
    registers,
  });
  for (const source of SOURCES) {
    accepted.inc({ source }, 0);
    repeated.inc({ source }, 0);
    for (const reason of Object.keys(REASONS)) rejected.inc({ source, reason }, 0);
  }
  const count = (source: SubmissionSource, admission: Admission): void => {
    if (admission.status === 'rejected') rejected.inc({ source, reason: admission.reason });
    else (admission.alreadyPending ? repeated : accepted).inc({ source });
  };
  return {
    counting: (mempool, source) =>
      withSubmit(mempool, async (raw) => {
        try {
          const admission = await mempool.submit(raw);
          count(source, admission);
          return admission;
        } catch (error) {
          const reason = reasonOf(error);
          if (reason !== undefined) rejected.inc({ source, reason });
          throw error;
        }
      }),
  };
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof ProtocolError) return 'invalid_transaction';
  return error instanceof MempoolUnavailableError ? 'mempool_unavailable' : undefined;
}

function withSubmit(mempool: OpenMempool, submit: OpenMempool['submit']): OpenMempool {
  return {
    submit,
    size: () => mempool.size(),
    minimumFee: () => mempool.minimumFee(),
    get: (id) => mempool.get(id),
    pendingOutgoing: (address) => mempool.pendingOutgoing(address),
    selectForBlock: (maximum) => mempool.selectForBlock(maximum),
    isAvailable: () => mempool.isAvailable(),
    subscribe: (listener) => mempool.subscribe(listener),
    maintain: () => mempool.maintain(),
    close: () => mempool.close(),
  };
}
