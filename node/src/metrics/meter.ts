import type { Logger } from 'pino';
import type { Chain } from '../chain/chain.ts';
import type { Network } from '@cairn/protocol';
import { startListening, type Listener } from '../startup/listening.ts';
import type { MetricsSources } from './gauges.ts';
import type { NodeMetrics } from './metrics.ts';

/** The parts of the node report their measurements to it. Its methods do nothing if nothing is measured. */
export interface Meter extends Omit<NodeMetrics, 'serve'> {
  /**
   * Serves the metrics.
   * @returns a function that closes the server
   * @throws NodeError for a port or host that cannot be used
   */
  serve(sources: MetricsSources, logger: Logger): Promise<() => Promise<void>>;
}

const NO_METER: Meter = {
  chainObserver: undefined,
  http: () => ({}),
  countSubmissions: (mempool) => mempool,
  countRelay: (relay) => relay,
  serve: () => Promise.resolve(() => Promise.resolve()),
};

/** Collects metrics if `--metrics-port` is set; prom-client is loaded only then. */
export async function openMeter(listener: Listener | undefined, network: Network): Promise<Meter> {
  if (listener === undefined) return NO_METER;
  const { createNodeMetrics } = await import('./metrics.ts');
  const metrics = createNodeMetrics(network.name);
  return {
    ...metrics,
    async serve(sources, logger) {
      const server = await startListening('metrics', listener, () =>
        metrics.serve(sources, listener, logger),
      );
      logger.info({ url: server.url }, `Metrics at ${server.url}/metrics`);
      return () => server.close();
    },
  };
}

/** Functions that return the lengths of the node's queues, by their label in the metrics. */
export function queueLengths(chain: Chain, peers: { unrelayedCount(): number }): MetricsSources['queues'] {
  return {
    blocks_to_validate: () => chain.queueLengths.validations,
    blocks_to_commit: () => chain.queueLengths.commits,
    transaction_checks: () => chain.queueLengths.jobs,
    unrelayed_transactions: () => peers.unrelayedCount(),
  };
}
