import type { HttpObserver } from '@cairn/http';
import { ProtocolError } from '@cairn/protocol';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ChainObserver } from '../chain/chain-types.ts';
import { type Mempool, MempoolUnavailableError, type Admission } from '../mempool/mempool.ts';
import type { RejectionReason } from '../mempool/policy.ts';

/** Bucket bounds of all duration histograms, in seconds: from a cached answer to a full block on a slow disk. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of block validation and commits, which the chain reports. */
export function createChainObserver(registry: Registry): ChainObserver {
  const registers = [registry];
  const validation = new Histogram({
    name: 'cairn_block_validation_seconds',
    help: 'Time to validate a valid block, without its wait in the queue.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  const commit = new Histogram({
    name: 'cairn_block_commit_seconds',
    help: 'Time to write a valid block to the block files and the index, synced.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  const refused = new Counter({
    name: 'cairn_blocks_refused_total',
    help: 'Blocks that broke a consensus rule or did not decode.',
    registers,
  });
  return {
    validated: (seconds) => validation.observe(seconds),
    committed: (seconds) => commit.observe(seconds),
    refused: () => refused.inc(),
  };
}

/** The HTTP interfaces, as values of the label `interface`. */
export type HttpInterface = 'explorer' | 'rpc';

/** HTTP methods with their own label value; any other method that a client sends counts as `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * Requests, durations and connections of the HTTP interfaces. Labels are bounded: the route's template, never the path.
 * @returns the observer of one interface
 */
export function createHttpObservers(registry: Registry): (name: HttpInterface) => HttpObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'cairn_http_requests_total',
    help: 'Finished requests. Route "none": no route matched; method "none": not HTTP; status "none": the client disconnected.',
    labelNames: ['interface', 'method', 'route', 'status_class'],
    registers,
  });
  const durations = new Histogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'From a request’s head to the last byte of its answer; without event streams.',
    labelNames: ['interface', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const connections = new Gauge({
    name: 'cairn_http_connections',
    help: 'Open connections.',
    labelNames: ['interface'],
    registers,
  });
  return (name) => {
    const labels = { interface: name };
    connections.set(labels, 0);
    return {
      connectionOpened: () => connections.inc(labels),
      connectionClosed: () => connections.dec(labels),
      answered({ method, route = 'none', status, seconds }) {
        const status_class = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;
        requests.inc({ ...labels, method: labelOf(method), route, status_class });
        if (seconds !== undefined) durations.observe({ ...labels, route }, seconds);
      },
    };
  };
}

function labelOf(method: string): string {
  if (method === '') return 'none';
  return METHODS.has(method) ? method : 'other';
}

/** @returns a function that counts the first relay of a submitted transaction, given how many peers accepted it */
export function createRelayCounter(registry: Registry): (peers: number) => void {
  const registers = [registry];
  const relayed = new Counter({
    name: 'cairn_relayed_transactions_total',
    help: 'Transactions submitted here that at least one peer accepted immediately.',
    registers,
  });
  const unrelayed = new Counter({
    name: 'cairn_unrelayed_transactions_total',
    help: 'Transactions submitted here that no peer accepted immediately; they are offered again.',
    registers,
  });
  const acceptances = new Counter({
    name: 'cairn_relay_acceptances_total',
    help: 'Peers that immediately accepted a transaction submitted here, or already had it: the sum of all relay_count.',
    registers,
  });
  return (peers) => {
    (peers > 0 ? relayed : unrelayed).inc();
    acceptances.inc(peers);
  };
}

/** The part of the node that submitted a transaction to the mempool. */
export type SubmissionSource = 'rpc' | 'peers' | 'demo';
const SOURCES: readonly SubmissionSource[] = ['rpc', 'peers', 'demo'];

/** Every reason for which a submission can fail. An object, so that the compiler reports a missing reason. */
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

/**
 * Counts submissions and their outcomes. Every counter starts at 0, so that the first rejection of a kind shows as an increase.
 * @returns a function that wraps a mempool and counts its submissions under `source`
 */
export function createSubmissionCounter(
  registry: Registry,
): (mempool: Mempool, source: SubmissionSource) => Mempool {
  const registers = [registry];
  const accepted = new Counter({
    name: 'cairn_submissions_accepted_total',
    help: 'Transactions admitted to the mempool, by source.',
    labelNames: ['source'],
    registers,
  });
  const repeated = new Counter({
    name: 'cairn_submissions_repeated_total',
    help: 'Submissions of already pending transactions, by source.',
    labelNames: ['source'],
    registers,
  });
  const rejected = new Counter({
    name: 'cairn_submissions_rejected_total',
    help: 'Rejected submissions, by source and reason.',
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
  return (mempool, source) =>
    withSubmit(mempool, async (raw, signature) => {
      try {
        const admission = await mempool.submit(raw, signature);
        count(source, admission);
        return admission;
      } catch (error) {
        const reason = reasonOf(error);
        if (reason !== undefined) rejected.inc({ source, reason });
        throw error;
      }
    });
}

function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof ProtocolError) return 'invalid_transaction';
  return error instanceof MempoolUnavailableError ? 'mempool_unavailable' : undefined;
}

function withSubmit(mempool: Mempool, submit: Mempool['submit']): Mempool {
  return {
    submit,
    size: () => mempool.size(),
    minimumFee: () => mempool.minimumFee(),
    get: (id) => mempool.get(id),
    pendingOutgoing: (address) => mempool.pendingOutgoing(address),
    inBlockOrder: () => mempool.inBlockOrder(),
    selectForBlock: (maximum) => mempool.selectForBlock(maximum),
    isAvailable: () => mempool.isAvailable(),
    subscribe: (listener) => mempool.subscribe(listener),
    restore: (pending) => mempool.restore(pending),
    maintain: () => mempool.maintain(),
    close: () => mempool.close(),
  };
}
