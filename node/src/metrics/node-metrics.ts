import type { HttpObserver } from '@cairn/http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ChainObserver } from '../chain/chain-observer.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NodeState } from '../chain/node-state.ts';
import type { OpenMempool } from '../mempool/mempool.ts';
import { createChainObserver, watchChain } from './chain-metrics.ts';
import { createHttpObservers, type HttpInterface } from './http-metrics.ts';
import { watchIndex, type IndexReading } from './index-metrics.ts';
import { watchMempool } from './mempool-metrics.ts';
import { createRelayCounter, watchPeers } from './peer-metrics.ts';
import { watchQueues, type QueueLengths } from './queue-metrics.ts';
import { watchStorage } from './storage-metrics.ts';
import { createSubmissionCounts, type SubmissionSource } from './submission-metrics.ts';

/** What is read at each scrape; everything here answers from memory or with one small look-up. */
export interface MetricsSources {
  readonly chain: ChainReader & { storedBytes(): number };
  readonly mempool: OpenMempool;
  nodeState(): NodeState;
  indexStatus(): IndexReading;
  /** Absolute path of the data directory. It appears in no metric. */
  readonly dataDirectory: string;
  readonly queues: QueueLengths;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/**
 * Everything that the node measures. What tells by itself is handed to the parts while they open; what is read at each
 * scrape is named once they are open.
 */
export interface NodeMetrics {
  /** For the chain to tell how long its blocks take. */
  readonly chainObserver: ChainObserver;
  /** For the server of an HTTP interface. */
  httpObserver(name: HttpInterface): HttpObserver;
  /** @returns the same mempool, whose submissions count as coming from this source */
  counting(mempool: OpenMempool, source: SubmissionSource): OpenMempool;
  /** Notes to how many peers a submitted transaction went at once. */
  relayed(peers: number): void;
  /** Adds what is read at each scrape. To be called once. */
  watch(sources: MetricsSources): void;
  /** The metrics in Prometheus's text format. */
  text(): Promise<string>;
  /** Its content type. */
  readonly contentType: string;
}

/** Measures one node, in a registry of its own. Metrics of the process are in it: CPU, memory, event loop, collections. */
export function createNodeMetrics(networkName: string): NodeMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  nameNode(registry, networkName);
  const submissions = createSubmissionCounts(registry);
  return {
    chainObserver: createChainObserver(registry),
    httpObserver: createHttpObservers(registry),
    counting: submissions.counting,
    relayed: createRelayCounter(registry),
    watch(sources) {
      const { chain, mempool, clock, dataDirectory } = sources;
      watchChain(registry, chain, clock);
      watchMempool(registry, mempool);
      watchPeers(registry, () => sources.nodeState());
      watchIndex(
        registry,
        () => sources.indexStatus(),
        () => chain.tip()?.height,
      );
      watchStorage(registry, { storedBytes: () => chain.storedBytes(), directory: dataDirectory });
      watchQueues(registry, sources.queues);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function nameNode(registry: Registry, network: string): void {
  const gauge = new Gauge({
    name: 'cairn_node_info',
    help: 'Always 1; its label says which network the node belongs to.',
    labelNames: ['network'],
    registers: [registry],
  });
  gauge.set({ network }, 1);
}
