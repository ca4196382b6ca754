import type { HttpObserver } from '@cairn/http';
import type { Logger } from 'pino';
import type { Chain } from './chain/chain.ts';
import type { ChainObserver } from './chain/chain-observer.ts';
import type { NodeConfig } from './config.ts';
import { listening } from './listening.ts';
import type { OpenMempool } from './mempool/mempool.ts';
import type { MetricsSources, NodeMetrics } from './metrics/index.ts';
import type { PeerSeat } from './node-peers.ts';

/** What the other parts of the node see of the metrics, which may be switched off. */
export interface Meter {
  /** For the chain; `undefined` where nothing is measured. */
  readonly chainObserver: ChainObserver | undefined;
  /** For an HTTP interface's context. */
  http(name: Parameters<NodeMetrics['httpObserver']>[0]): { readonly httpObserver?: HttpObserver };
  /** @returns the mempool, whose submissions count as coming from this source */
  counting(mempool: OpenMempool, source: Parameters<NodeMetrics['counting']>[1]): OpenMempool;
  /** Notes to how many peers a submitted transaction went at once; a failed relay goes to none. */
  relayed(relay: Promise<number>): Promise<number>;
  /**
   * Serves the metrics.
   * @returns closes the server
   * @throws NodeError for a port or host that cannot be used
   */
  serve(sources: MetricsSources, logger: Logger): Promise<() => Promise<void>>;
}

/** The queues of a node, by the names that the metrics show. */
export function queuesOf(chain: Chain, peers: PeerSeat): MetricsSources['queues'] {
  return {
    blocks_to_validate: () => chain.queueLengths.validations,
    blocks_to_commit: () => chain.queueLengths.commits,
    transaction_checks: () => chain.queueLengths.jobs,
    unrelayed_transactions: () => peers.unrelayedCount(),
  };
}

const NO_METER: Meter = {
  chainObserver: undefined,
  http: () => ({}),
  counting: (mempool) => mempool,
  relayed: (relay) => relay,
  serve: () => Promise.resolve(() => Promise.resolve()),
};

/** Begins to measure where metrics were asked for. Only then the library for them is loaded. */
export async function openMeter({ metrics: listener, network }: NodeConfig): Promise<Meter> {
  if (listener === undefined) return NO_METER;
  const { createNodeMetrics, startMetricsServer } = await import('./metrics/index.ts');
  const metrics = createNodeMetrics(network.name);
  return {
    chainObserver: metrics.chainObserver,
    http: (name) => ({ httpObserver: metrics.httpObserver(name) }),
    counting: (mempool, source) => metrics.counting(mempool, source),
    async relayed(relay) {
      try {
        const peers = await relay;
        metrics.relayed(peers);
        return peers;
      } catch (error) {
        metrics.relayed(0);
        throw error;
      }
    },
    async serve(sources, logger) {
      metrics.watch(sources);
      const server = await listening('metrics', listener, () =>
        startMetricsServer(metrics, listener, logger),
      );
      logger.info({ url: server.url }, `Metrics at ${server.url}/metrics`);
      return () => server.close();
    },
  };
}
