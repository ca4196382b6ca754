import {
  apiErrorHandlers,
  apiLogAndHeaders,
  bindPath,
  createApp,
  HttpServer,
  type HttpObserver,
  type RunningServer,
} from '@cairn/http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ChainObserver } from '../chain/chain-types.ts';
import type { OpenMempool } from '../mempool/mempool-types.ts';
import { registerNodeMetrics, type MetricsSources } from './gauges.ts';
import {
  createChainObserver,
  createHttpObservers,
  createRelayCounter,
  createSubmissionCounter,
  type HttpInterface,
  type SubmissionSource,
} from './observers.ts';

const METHOD_NOT_ALLOWED = { status: 405, body: { error: 'method_not_allowed' } };
const NOT_FOUND = { status: 404, body: { error: 'not_found' } };

/** The metrics of one node. The node's parts report to the observers; `serve` adds the gauges that each scrape reads. */
export interface NodeMetrics {
  /** Observer of the chain; `undefined` if nothing is measured. */
  readonly chainObserver: ChainObserver | undefined;
  /** The observer of an HTTP interface, in an object to spread into its context; empty if nothing is measured. */
  http(name: HttpInterface): { readonly httpObserver?: HttpObserver };
  /** @returns the mempool, with its submissions counted under this source */
  countSubmissions(mempool: OpenMempool, source: SubmissionSource): OpenMempool;
  /**
   * Counts the peers that immediately accepted a submitted transaction; a failed relay counts as 0 peers.
   * @returns the outcome of `relay`
   */
  countRelay(relay: Promise<number>): Promise<number>;
  /**
   * Serves the metrics in Prometheus's text format. Call it once.
   * @param address port 0 picks a free one
   * @throws the system's error, such as `EADDRINUSE`
   */
  serve(
    sources: MetricsSources,
    address: { host: string; port: number },
    logger: Logger,
  ): Promise<RunningServer>;
}

/** Creates the metrics of one node and its process (CPU, memory, event loop, garbage collection), in their own registry. */
export function createNodeMetrics(networkName: string): NodeMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addNodeInfo(registry, networkName);
  const observerOf = createHttpObservers(registry);
  const count = createRelayCounter(registry);
  return {
    chainObserver: createChainObserver(registry),
    http: (name) => ({ httpObserver: observerOf(name) }),
    countSubmissions: createSubmissionCounter(registry),
    async countRelay(relay) {
      try {
        const peers = await relay;
        count(peers);
        return peers;
      } catch (error) {
        count(0);
        throw error;
      }
    },
    serve(sources, address, logger) {
      registerNodeMetrics(registry, sources);
      return startMetricsServer(registry, address, logger);
    },
  };
}

function addNodeInfo(registry: Registry, network: string): void {
  const gauge = new Gauge({
    name: 'cairn_node_info',
    help: 'Always 1; the label is the network of the node.',
    labelNames: ['network'],
    registers: [registry],
  });
  gauge.set({ network }, 1);
}

/** Serves `GET /metrics` on a separate port; any other path is 404, any other method 405. */
function startMetricsServer(
  registry: Registry,
  address: { host: string; port: number },
  logger: Logger,
): Promise<RunningServer> {
  const app = createApp();
  app.use(apiLogAndHeaders(logger));
  bindPath(app, { method: 'GET', path: '/metrics' }, METHOD_NOT_ALLOWED, async (_request, response) => {
    response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
    response.end(await registry.metrics());
  });
  app.use(...apiErrorHandlers(logger, NOT_FOUND));
  return new HttpServer({ app }).listen(address);
}
