import { statfs } from 'node:fs/promises';
import type { HttpObserver } from '@cairn/http';
import { TRANSACTION_SIZE } from '@cairn/protocol';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Chain } from '../chain/chain.ts';
import type { ChainObserver } from '../chain/chain-types.ts';
import type { NodeState } from '../chain/node-state.ts';
import type { Admission, OpenMempool, RejectionReason } from '../mempool/mempool-types.ts';

/** Bucket bounds of all duration histograms, in seconds: from a cached answer to a full block on a slow disk. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DEPTH_BUCKETS = [1, 2, 3, 6, 10, 100, 1_000];
/** HTTP methods with their own label value; any other method that a client sends counts as `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

const SOURCES = ['rpc', 'peers', 'demo'] as const;
/** The part of the node that submits a transaction to the mempool. */
export type SubmissionSource = (typeof SOURCES)[number];

/** Why a submission failed: the mempool's reason, bytes that do not decode, or a store that cannot be used. */
export type SubmissionFailure = RejectionReason | 'invalid_transaction' | 'mempool_unavailable';

/** An object, so that the compiler reports a missing reason. */
const FAILURES: Readonly<Record<SubmissionFailure, true>> = {
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

const INDEX_STATES = ['disabled', 'building', 'ready', 'error'] as const;

/** What the gauges read at each scrape. Each value must be cheap: in memory, or one small lookup. */
export interface MeasuredParts {
  readonly chain: Chain;
  readonly mempool: OpenMempool;
  readonly peers: {
    state(): NodeState;
    /** Addresses in the address book (`known`), and those that this node has connected to itself (`proven`). */
    addressCounts(): { readonly known: number; readonly proven: number };
    /** Pending transactions that no peer has accepted yet. */
    unrelayedCount(): number;
  };
  /** `indexedHeight` is the newest projected block, -1 before the first. */
  readonly indexStatus: () => {
    readonly state: (typeof INDEX_STATES)[number];
    readonly indexedHeight: number;
  };
  /** Absolute path. It appears in no metric. */
  readonly dataDirectory: string;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/**
 * The metrics of one node and its process, in a registry of their own (names and meaning: docs/OPERATING.md). The part of
 * the node that does a thing counts it here; `measure` adds the gauges that are read at each scrape. Labels contain no
 * address, path or target of a request, and requests cannot add labels.
 */
export class NodeMetrics {
  readonly registry = new Registry();

  readonly #validation = this.#histogram(
    'cairn_block_validation_seconds',
    'Time to validate a valid block, without its wait in the queue.',
  );
  readonly #commit = this.#histogram(
    'cairn_block_commit_seconds',
    'Time to write a valid block to the block files and the index, synced.',
  );
  readonly #refused = this.#counter(
    'cairn_blocks_refused_total',
    'Blocks that broke a consensus rule or did not decode.',
  );
  readonly #accepted = this.#counter(
    'cairn_submissions_accepted_total',
    'Transactions admitted to the mempool, by source.',
    ['source'],
  );
  readonly #repeated = this.#counter(
    'cairn_submissions_repeated_total',
    'Submissions of already pending transactions, by source.',
    ['source'],
  );
  readonly #rejected = this.#counter(
    'cairn_submissions_rejected_total',
    'Rejected submissions, by source and reason.',
    ['source', 'reason'],
  );
  readonly #relayed = this.#counter(
    'cairn_relayed_transactions_total',
    'Transactions submitted here that at least one peer accepted immediately.',
  );
  readonly #unrelayed = this.#counter(
    'cairn_unrelayed_transactions_total',
    'Transactions submitted here that no peer accepted immediately; they are offered again.',
  );
  readonly #acceptances = this.#counter(
    'cairn_relay_acceptances_total',
    'Peers that immediately accepted a transaction submitted here, or already had it: the sum of all relay_count.',
  );
  readonly #requests = this.#counter(
    'cairn_http_requests_total',
    'Finished requests. Route "none": no route matched; method "none": not HTTP; status "none": the client disconnected.',
    ['interface', 'method', 'route', 'status_class'],
  );
  readonly #requestDurations = this.#histogram(
    'cairn_http_request_duration_seconds',
    'From a request’s head to the last byte of its answer; without event streams.',
    ['interface', 'route'],
  );
  readonly #connections = new Gauge({
    name: 'cairn_http_connections',
    help: 'Open connections.',
    labelNames: ['interface'],
    registers: [this.registry],
  });

  constructor(network: string) {
    collectDefaultMetrics({ register: this.registry });
    const info = 'Always 1; the label is the network of the node.';
    this.#labelledGauge('cairn_node_info', info, 'network', () => ({ [network]: 1 }));
    // Every counter starts at 0, so that the first rejection of a kind shows as an increase.
    for (const source of SOURCES) {
      this.#accepted.inc({ source }, 0);
      this.#repeated.inc({ source }, 0);
      for (const reason of Object.keys(FAILURES)) this.#rejected.inc({ source, reason }, 0);
    }
  }

  /** For the chain's option of that name. */
  readonly chainObserver: ChainObserver = {
    validated: (seconds) => this.#validation.observe(seconds),
    committed: (seconds) => this.#commit.observe(seconds),
    refused: () => this.#refused.inc(),
  };

  /** For the server of an HTTP interface. */
  httpObserver(name: 'explorer' | 'rpc'): HttpObserver {
    const labels = { interface: name };
    this.#connections.set(labels, 0);
    return {
      connectionOpened: () => this.#connections.inc(labels),
      connectionClosed: () => this.#connections.dec(labels),
      answered: ({ method, route = 'none', status, seconds }) => {
        const known = METHODS.has(method) ? method : 'other';
        this.#requests.inc({
          ...labels,
          method: method === '' ? 'none' : known,
          route,
          status_class: status === undefined ? 'none' : `${Math.floor(status / 100)}xx`,
        });
        if (seconds !== undefined) this.#requestDurations.observe({ ...labels, route }, seconds);
      },
    };
  }

  /** Counts a submission to the mempool. */
  submitted(source: SubmissionSource, outcome: Admission | SubmissionFailure): void {
    if (typeof outcome === 'string') this.#rejected.inc({ source, reason: outcome });
    else if (outcome.status === 'rejected') this.#rejected.inc({ source, reason: outcome.reason });
    else (outcome.alreadyPending ? this.#repeated : this.#accepted).inc({ source });
  }

  /** Counts the first relay of a transaction submitted here. @param peers that accepted it; 0 for a relay that failed */
  relayed(peers: number): void {
    (peers > 0 ? this.#relayed : this.#unrelayed).inc();
    this.#acceptances.inc(peers);
  }

  /** Adds the gauges of the node's parts, and counts the chain's blocks from now on. Call it once. */
  measure(parts: MeasuredParts): void {
    const { chain, mempool, peers, dataDirectory } = parts;
    this.#measureChain(parts);

    // While the pending store is unavailable, every metric of the mempool but `available` is absent.
    const whileAvailable = (read: () => number) => () => (mempool.isAvailable() ? read() : undefined);
    this.#gauge('cairn_mempool_available', '1 while the pending store can be read and written.', () =>
      Number(mempool.isAvailable()),
    );
    this.#gauge(
      'cairn_mempool_transactions',
      'Pending transactions.',
      whileAvailable(() => mempool.size()),
    );
    this.#gauge(
      'cairn_mempool_bytes',
      'Bytes of the pending transactions.',
      whileAvailable(() => mempool.size() * TRANSACTION_SIZE),
    );
    this.#gauge(
      'cairn_mempool_minimum_fee_pebbles',
      'Smallest fee that a new sender has to pay now: the policy’s, or, in a full pool, more than the cheapest transaction pays.',
      whileAvailable(() => Number(mempool.minimumFee())),
    );

    const direction = 'Connected peers, by who opened the connection.';
    this.#labelledGauge('cairn_peers', direction, 'direction', () => {
      const connected = peers.state().peers;
      const inbound = connected.filter((peer) => peer.inbound).length;
      return { inbound, outbound: connected.length - inbound };
    });
    this.#gauge(
      'cairn_known_addresses',
      'Addresses of potential peers in the address book.',
      () => peers.addressCounts().known,
    );
    this.#gauge(
      'cairn_reached_addresses',
      'Of these, addresses that this node has reached itself.',
      () => peers.addressCounts().proven,
    );
    this.#gauge(
      'cairn_best_peer_height',
      'Highest height that a connected peer claims; 0 without peers.',
      () => peers.state().bestPeerHeight,
    );
    this.#gauge('cairn_syncing', '1 while blocks are fetched from peers.', () =>
      Number(peers.state().syncing),
    );
    this.#gauge(
      'cairn_ready',
      '1 while the node is at least as high as every connected peer claims to be, and accepts submissions.',
      () => Number(peers.state().ready),
    );

    this.#measureIndex(parts);
    this.#gauge('cairn_block_files_bytes', 'Bytes of all block files.', () => chain.storedBytes());
    this.#gauge(
      'cairn_data_directory_free_bytes',
      'Free bytes for the node on the file system of the data directory; absent if the system does not report them.',
      () =>
        statfs(dataDirectory).then(
          ({ bavail, bsize }) => bavail * bsize,
          () => undefined, // an unreachable file system must not fail the scrape
        ),
    );
    this.#labelledGauge('cairn_queue_length', 'Length of a queue of the node.', 'queue', () => ({
      blocks_to_validate: chain.queueLengths.validations,
      blocks_to_commit: chain.queueLengths.commits,
      transaction_checks: chain.queueLengths.jobs,
      unrelayed_transactions: peers.unrelayedCount(),
    }));
  }

  #measureChain({ chain, clock }: MeasuredParts): void {
    const tipTime = (): number | undefined => {
      const tip = chain.tip();
      return tip && chain.blockSummary(tip.height)?.header.timestamp;
    };
    this.#gauge('cairn_chain_height', 'Height of the newest block.', () => chain.tip()?.height);
    this.#gauge('cairn_chain_tip_timestamp_seconds', 'Timestamp of the newest block, Unix time.', tipTime);
    this.#gauge(
      'cairn_chain_tip_age_seconds',
      'Seconds since the timestamp of the newest block; negative if that is ahead of the clock.',
      () => {
        const time = tipTime();
        return time === undefined ? undefined : clock() / 1_000 - time;
      },
    );
    const connected = this.#counter('cairn_blocks_connected_total', 'Blocks connected since the start.');
    const disconnected = this.#counter(
      'cairn_blocks_disconnected_total',
      'Blocks disconnected since the start.',
    );
    const transactions = this.#counter(
      'cairn_transactions_connected_total',
      'Transactions of the blocks connected since the start, coinbases included.',
    );
    const depth = new Histogram({
      name: 'cairn_reorganization_depth_blocks',
      help: 'Blocks that each reorganization since the start replaced by a branch with more work.',
      buckets: DEPTH_BUCKETS,
      registers: [this.registry],
    });
    chain.subscribe(({ type, block }) => {
      if (type === 'disconnected') return disconnected.inc();
      connected.inc();
      transactions.inc(block.transactionCount);
    });
    chain.onReorganized((reorganization) => {
      if (reorganization.disconnected.length > 0) depth.observe(reorganization.disconnected.length);
    });
  }

  #measureIndex({ chain, indexStatus }: MeasuredParts): void {
    const help = '1 for the current state of the projection, 0 for the others.';
    this.#labelledGauge('cairn_index_state', help, 'state', () => {
      const { state } = indexStatus();
      return Object.fromEntries(INDEX_STATES.map((other) => [other, Number(other === state)]));
    });
    this.#gauge(
      'cairn_index_height',
      'Height of the newest projected block; -1 before the first.',
      () => indexStatus().indexedHeight,
    );
    this.#gauge(
      'cairn_index_lag_blocks',
      'Blocks that are not projected yet; 0 without a projection.',
      () => {
        const { state, indexedHeight } = indexStatus();
        return state === 'disabled' ? 0 : Math.max(0, (chain.tip()?.height ?? -1) - indexedHeight);
      },
    );
  }

  #counter<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A histogram of durations in seconds. */
  #histogram<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: DURATION_BUCKETS, registers: [this.registry] });
  }

  /** A gauge whose value is read at each scrape; `undefined` makes it absent. */
  #gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
    void new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  /** A gauge with one label; a number for each value of the label is read at each scrape. */
  #labelledGauge(
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>>,
  ): void {
    void new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
      },
    });
  }
}
