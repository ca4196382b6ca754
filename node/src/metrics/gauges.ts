import { statfs } from 'node:fs/promises';
import { TRANSACTION_SIZE } from '@cairn/protocol';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NodeState } from '../chain/node-state.ts';
import type { Mempool } from '../mempool/mempool.ts';

const INDEX_STATES = ['disabled', 'building', 'ready', 'error'] as const;

/** State of the projection behind the indexed routes. */
interface IndexReading {
  readonly state: (typeof INDEX_STATES)[number];
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
}

/** Sources that every scrape reads. Each must be cheap: a value in memory, or one small lookup. */
export interface MetricsSources {
  readonly chain: ChainReader & { storedBytes(): number };
  readonly mempool: Mempool;
  nodeState(): NodeState;
  /** Numbers of addresses in the address book (`known`), and of those that this node has connected to itself (`proven`). */
  addressCounts(): { readonly known: number; readonly proven: number };
  indexStatus(): IndexReading;
  /** Absolute path of the data directory. It appears in no metric. */
  readonly dataDirectory: string;
  /** For each queue of the node, by name, a function that returns its length. The set of names is fixed. */
  readonly queues: Readonly<Record<string, () => number>>;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Registers the gauges that are read at each scrape, and the counters of the chain. Call it once. */
export function registerNodeMetrics(registry: Registry, sources: MetricsSources): void {
  registerChainMetrics(registry, sources);
  registerMempoolMetrics(registry, sources.mempool);
  registerPeerMetrics(registry, sources);
  registerIndexMetrics(registry, sources, () => sources.indexStatus());
  registerStorageMetrics(registry, sources);
  const { queues } = sources;
  addLabelledGauge(registry, 'cairn_queue_length', 'Length of a queue of the node.', 'queue', () =>
    Object.fromEntries(Object.entries(queues).map(([name, length]) => [name, length()])),
  );
}

function registerChainMetrics(registry: Registry, { chain, clock }: MetricsSources): void {
  const tipTime = (): number | undefined => {
    const tip = chain.tip();
    return tip && chain.blockSummary(tip.height)?.header.timestamp;
  };
  addGauge(registry, 'cairn_chain_height', 'Height of the newest block.', () => chain.tip()?.height);
  addGauge(
    registry,
    'cairn_chain_tip_timestamp_seconds',
    'Timestamp of the newest block, Unix time.',
    tipTime,
  );
  addGauge(
    registry,
    'cairn_chain_tip_age_seconds',
    'Seconds since the timestamp of the newest block; negative if that is ahead of the clock.',
    () => {
      const time = tipTime();
      return time === undefined ? undefined : clock() / 1_000 - time;
    },
  );
  const count = (name: string, help: string): Counter => new Counter({ name, help, registers: [registry] });
  const connected = count('cairn_blocks_connected_total', 'Blocks connected since the start.');
  const disconnected = count('cairn_blocks_disconnected_total', 'Blocks disconnected since the start.');
  const transactions = count(
    'cairn_transactions_connected_total',
    'Transactions of the blocks connected since the start, coinbases included.',
  );
  const reorganizations = new Histogram({
    name: 'cairn_reorganization_depth_blocks',
    help: 'Blocks that each reorganization since the start replaced by a branch with more work.',
    buckets: [1, 2, 3, 6, 10, 100, 1_000],
    registers: [registry],
  });
  chain.onReorganized?.(({ disconnected: left }) => {
    if (left.length > 0) reorganizations.observe(left.length);
  });
  chain.subscribe(({ type, block }) => {
    if (type === 'disconnected') return disconnected.inc();
    connected.inc();
    transactions.inc(block.transactionCount);
  });
}

/** While the pending store is unavailable, every metric but `cairn_mempool_available` is absent. */
function registerMempoolMetrics(registry: Registry, mempool: Mempool): void {
  const add = (name: string, help: string, read: () => number): void =>
    addGauge(registry, name, help, () => (mempool.isAvailable() ? read() : undefined));
  addGauge(registry, 'cairn_mempool_available', '1 while the pending store can be read and written.', () =>
    Number(mempool.isAvailable()),
  );
  add('cairn_mempool_transactions', 'Pending transactions.', () => mempool.size());
  add('cairn_mempool_bytes', 'Bytes of the pending transactions.', () => mempool.size() * TRANSACTION_SIZE);
  add(
    'cairn_mempool_minimum_fee_pebbles',
    'Smallest fee that a new sender has to pay now: the policy’s, or, in a full pool, more than the cheapest transaction pays.',
    () => Number(mempool.minimumFee()),
  );
}

function registerPeerMetrics(registry: Registry, sources: MetricsSources): void {
  const state = (): NodeState => sources.nodeState();
  const help = 'Connected peers, by who opened the connection.';
  addLabelledGauge(registry, 'cairn_peers', help, 'direction', () => {
    const { peers } = state();
    const inbound = peers.filter((peer) => peer.inbound).length;
    return { inbound, outbound: peers.length - inbound };
  });
  addGauge(
    registry,
    'cairn_known_addresses',
    'Addresses of potential peers in the address book.',
    () => sources.addressCounts().known,
  );
  addGauge(
    registry,
    'cairn_reached_addresses',
    'Of these, addresses that this node has reached itself.',
    () => sources.addressCounts().proven,
  );
  addGauge(
    registry,
    'cairn_best_peer_height',
    'Highest height that a connected peer claims; 0 without peers.',
    () => state().bestPeerHeight,
  );
  addGauge(registry, 'cairn_syncing', '1 while blocks are fetched from peers.', () =>
    Number(state().syncing),
  );
  addGauge(
    registry,
    'cairn_ready',
    '1 while the node is at least as high as every connected peer claims to be, and accepts submissions.',
    () => Number(state().ready),
  );
}

function registerIndexMetrics(
  registry: Registry,
  { chain }: MetricsSources,
  indexStatus: () => IndexReading,
): void {
  const help = '1 for the current state of the projection, 0 for the others.';
  addLabelledGauge(registry, 'cairn_index_state', help, 'state', () => {
    const current = indexStatus().state;
    return Object.fromEntries(INDEX_STATES.map((state) => [state, Number(state === current)]));
  });
  addGauge(
    registry,
    'cairn_index_height',
    'Height of the newest projected block; -1 before the first.',
    () => indexStatus().indexedHeight,
  );
  addGauge(
    registry,
    'cairn_index_lag_blocks',
    'Blocks that are not projected yet; 0 without a projection.',
    () => {
      const { state, indexedHeight } = indexStatus();
      return state === 'disabled' ? 0 : Math.max(0, (chain.tip()?.height ?? -1) - indexedHeight);
    },
  );
}

function registerStorageMetrics(registry: Registry, { chain, dataDirectory }: MetricsSources): void {
  addGauge(registry, 'cairn_block_files_bytes', 'Bytes of all block files.', () => chain.storedBytes());
  addGauge(
    registry,
    'cairn_data_directory_free_bytes',
    'Free bytes for the node on the file system of the data directory; absent if the system does not report them.',
    () =>
      statfs(dataDirectory).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined, // an unreachable file system must not fail the scrape
      ),
  );
}

/** Adds a gauge whose value `read` returns at every scrape, so it must be cheap; `undefined` makes the gauge absent. */
function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
  registry.registerMetric(gauge);
}

/** Adds a gauge with one label; `read` returns a number for each value of the label. */
function addLabelledGauge(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Readonly<Record<string, number>>,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number);
    },
  });
  registry.registerMetric(gauge);
}
