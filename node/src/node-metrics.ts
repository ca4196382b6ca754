import type { Logger } from 'pino';
import type { Chain } from './chain/chain.ts';
import type { NodeConfig } from './config.ts';
import { listening } from './listening.ts';
import type { MetricsSources } from './metrics/gauges.ts';
import type { NodeMetrics } from './metrics/metrics.ts';
import type { PeerSeat } from './node-peers.ts';

/** Metrics as the parts of the node use them, switched on or off. */
export interface Meter extends Omit<NodeMetrics, 'serve'> {
  /**
   * Serves the metrics.
   * @returns closes the server
   * @throws NodeError for a port or host that cannot be used
   */
  serve(sources: MetricsSources, logger: Logger): Promise<() => Promise<void>>;
}

const NO_METER: Meter = {
  chainObserver: undefined,
  http: () => ({}),
  counting: (mempool) => mempool,
  relayed: (relay) => relay,
  serve: () => Promise.resolve(() => Promise.resolve()),
};

/** Measures the node if `--metrics-port` is set; prom-client is loaded only then. */
export async function openMeter({ metrics: listener, network }: NodeConfig): Promise<Meter> {
  if (listener === undefined) return NO_METER;
  const { createNodeMetrics } = await import('./metrics/metrics.ts');
  const metrics = createNodeMetrics(network.name);
  return {
    ...metrics,
    async serve(sources, logger) {
      const server = await listening('metrics', listener, () => metrics.serve(sources, listener, logger));
      logger.info({ url: server.url }, `Metrics at ${server.url}/metrics`);
      return () => server.close();
    },
  };
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
