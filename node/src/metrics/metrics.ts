import { statfs } from 'node:fs/promises';
import { REJECTION_REASONS } from '@cairn/api/rpc';
import type { HttpObserver } from '@cairn/http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Chain, ChainObserver, NodeState } from '@cairn/chain';
import type { Admission, Mempool } from '@cairn/chain/mempool';

/** Bucket bounds of all duration histograms, in seconds: from a cached answer to a full block on a slow disk. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DEPTH_BUCKETS = [1, 2, 3, 6, 10, 100, 1_000];
/** HTTP methods with their own label value; any other method that a client sends counts as `other`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

const SOURCES = ['rpc', 'peers', 'demo'] as const;
/** The part of the node that submits a transaction to the mempool. */
export type SubmissionSource = (typeof SOURCES)[number];

const FAILURES = [...REJECTION_REASONS, 'invalid_transaction', 'mempool_unavailable'] as const;
/** Why a submission failed: the mempool's reason, bytes that do not decode, or a store that cannot be used. */
export type SubmissionFailure = (typeof FAILURES)[number];

/** `undefined` makes a gauge absent; a record has a number for each value of the gauge's label. */
type Reading = number | undefined | Readonly<Record<string, number>>;

const INDEX_STATES = ['disabled', 'building', 'ready', 'error'] as const;

/** What the gauges read at each scrape. Each value must be cheap: in memory, or one small lookup. */
export interface MeasuredParts {
  readonly chain: Chain;
  readonly mempool: Mempool;
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
  /** Open connections of each HTTP interface. */
  readonly connections: () => Readonly<Record<'explorer' | 'rpc', number>>;
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
    'Time to validate a block, queue excluded.',
  );
  readonly #commit = this.#histogram('cairn_block_commit_seconds', 'Time to write a valid block, synced.');
  readonly #refused = this.#counter('cairn_blocks_refused_total', 'Blocks that broke a consensus rule.');
  readonly #accepted = this.#counter('cairn_submissions_accepted_total', 'Admitted transactions.', 'source');
  readonly #rejected = this.#counter(
    'cairn_submissions_rejected_total',
    'Rejected submissions.',
    'source',
    'reason',
  );
  readonly #requests = this.#counter(
    'cairn_http_requests_total',
    'Finished requests. Route "none": no route matched; method "none": not HTTP; status "none": the client disconnected.',
    'interface',
    'method',
    'route',
    'status_class',
  );
  readonly #requestDurations = this.#histogram(
    'cairn_http_request_duration_seconds',
    'From a request’s head to the last byte of its answer.',
    'interface',
    'route',
  );

  /** @param labels of `cairn_node_info` */
  constructor(labels: Readonly<Record<'network' | 'version' | 'signatures', string>>) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'cairn_node_info',
      help: 'Always 1; the labels say which software runs on which network.',
      labelNames: Object.keys(labels),
      registers: [this.registry],
    }).set(labels, 1);
    // Every counter starts at 0, so that the first rejection of a kind shows as an increase.
    for (const source of SOURCES) {
      this.#accepted.inc({ source }, 0);
      for (const reason of FAILURES) this.#rejected.inc({ source, reason }, 0);
    }
  }

  /** For the chain's option of that name. */
  readonly chainObserver: ChainObserver = {
    validating: () => this.#validation.startTimer(),
    committing: () => this.#commit.startTimer(),
    refused: () => this.#refused.inc(),
  };

  /** For the server of an HTTP interface. */
  httpObserver(name: 'explorer' | 'rpc'): HttpObserver {
    const labels = { interface: name };
    return ({ method, route = 'none', status, seconds }) => {
      const known = METHODS.has(method) ? method : 'other';
      this.#requests.inc({
        ...labels,
        method: method === '' ? 'none' : known,
        route,
        status_class: status === undefined ? 'none' : `${Math.floor(status / 100)}xx`,
      });
      if (seconds !== undefined) this.#requestDurations.observe({ ...labels, route }, seconds);
    };
  }

  /** Counts a submission to the mempool. */
  submitted(source: SubmissionSource, outcome: Admission | SubmissionFailure): void {
    if (typeof outcome === 'string') this.#rejected.inc({ source, reason: outcome });
    else if (outcome.status === 'rejected') this.#rejected.inc({ source, reason: outcome.reason });
    else if (!outcome.alreadyPending) this.#accepted.inc({ source });
  }

  /** Adds the gauges of the node's parts, and counts the chain's blocks from now on. Call it once. */
  measure(parts: MeasuredParts): void {
    this.#countBlocks(parts.chain);
    const { chain, mempool, peers, indexStatus, connections, dataDirectory, clock } = parts;
    const tipAge = (): number => {
      const { view } = chain;
      return clock() / 1_000 - view.block(view.tip.height)!.header.timestamp;
    };
    const indexLag = (): number => {
      const { state, indexedHeight } = indexStatus();
      return state === 'disabled' ? 0 : Math.max(0, chain.tip().height - indexedHeight);
    };
    /** Absent if the system does not report it: an unreachable file system must not fail the scrape. */
    const freeBytes = (): Promise<number | undefined> =>
      statfs(dataDirectory).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined,
      );
    /** Absent while the pending store is unavailable. */
    const ofMempool = (read: () => number) => () => (mempool.isAvailable() ? read() : undefined);

    const gauges: Readonly<
      Record<string, readonly [help: string, read: () => Reading | Promise<Reading>, label?: string]>
    > = {
      cairn_chain_height: ['Height of the newest block.', () => chain.tip().height],
      cairn_chain_tip_age_seconds: ['Seconds since the timestamp of the newest block.', tipAge],
      cairn_mempool_available: ['1 while the pending store works.', () => Number(mempool.isAvailable())],
      cairn_mempool_transactions: ['Pending transactions.', ofMempool(() => mempool.size())],
      cairn_mempool_minimum_fee_pebbles: [
        'Smallest fee that a new sender has to pay now.',
        ofMempool(() => Number(mempool.minimumFee())),
      ],
      cairn_known_addresses: ['Addresses in the address book.', () => peers.addressCounts().known],
      cairn_reached_addresses: ['Of these, reached by this node.', () => peers.addressCounts().proven],
      cairn_best_peer_height: ['Highest height that a peer claims.', () => peers.state().bestPeerHeight],
      cairn_syncing: ['1 while blocks are fetched from peers.', () => Number(peers.state().syncing)],
      cairn_ready: ['1 while the node accepts submissions.', () => Number(peers.state().ready)],
      cairn_index_height: ['Newest projected block; -1 before the first.', () => indexStatus().indexedHeight],
      cairn_index_lag_blocks: ['Blocks that are not projected yet; 0 without a projection.', indexLag],
      cairn_block_files_bytes: ['Bytes of all block files.', () => chain.storedBytes()],
      cairn_data_directory_free_bytes: ['Free bytes on the file system of the data directory.', freeBytes],
      cairn_http_connections: ['Open connections.', connections, 'interface'],
      cairn_peers: [
        'Connected peers, by who opened the connection.',
        () => {
          const connected = peers.state().peers;
          const inbound = connected.filter((peer) => peer.inbound).length;
          return { inbound, outbound: connected.length - inbound };
        },
        'direction',
      ],
      cairn_index_state: [
        '1 for the current state of the projection.',
        () => {
          const { state } = indexStatus();
          return Object.fromEntries(INDEX_STATES.map((other) => [other, Number(other === state)]));
        },
        'state',
      ],
      cairn_queue_length: [
        'Length of a queue of the node.',
        () => ({
          blocks_to_validate: chain.queueLengths.validations,
          blocks_to_commit: chain.queueLengths.commits,
          transaction_checks: chain.queueLengths.jobs,
          unrelayed_transactions: peers.unrelayedCount(),
        }),
        'queue',
      ],
    };
    for (const [name, [help, read, label]] of Object.entries(gauges)) this.#gauge(name, help, read, label);
  }

  #countBlocks(chain: Chain): void {
    const connected = this.#counter('cairn_blocks_connected_total', 'Blocks connected.');
    const disconnected = this.#counter('cairn_blocks_disconnected_total', 'Blocks disconnected.');
    const transactions = this.#counter('cairn_transactions_connected_total', 'Transactions connected.');
    const depth = new Histogram({
      name: 'cairn_reorganization_depth_blocks',
      help: 'Blocks that each reorganization replaced by a branch with more work.',
      buckets: DEPTH_BUCKETS,
      registers: [this.registry],
    });
    chain.subscribe((change) => {
      disconnected.inc(change.disconnected.length);
      if (change.disconnected.length > 0) depth.observe(change.disconnected.length);
      connected.inc(change.connected.length);
      for (let height = change.commonHeight + 1; height <= change.newTip.height; height += 1)
        transactions.inc(chain.view.block(height)!.transactionCount);
    });
  }

  #counter<Label extends string = never>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A histogram of durations in seconds. */
  #histogram<Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: DURATION_BUCKETS, registers: [this.registry] });
  }

  /** A gauge that is read at each scrape. @param label its only one, for a reading with a number for each value of the label */
  #gauge(name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void {
    void new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else if (typeof value === 'number') this.set(value);
        else for (const [one, number] of Object.entries(value)) this.set({ [label!]: one }, number);
      },
    });
  }
}
