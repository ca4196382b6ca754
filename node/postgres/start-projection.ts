import type { Logger } from 'pino';
import type { ProjectedChain } from '../src/projection/next-step.ts';
import { Projection, type RunningProjection } from '../src/projection/projection.ts';
import { PostgresStore } from './postgres-store.ts';
import { NodePublisher, type NodeView } from './node-publisher.ts';

export interface PostgresProjectionOptions {
  readonly chain: ProjectedChain;
  /** `postgres://…`; what it does not say comes from libpq's variables. */
  readonly url: string;
  readonly logger: Logger;
  /** What the node says of itself to replicas; it is not syncing and ready by default. */
  readonly nodeView?: () => NodeView;
  /** See `ProjectionOptions`. */
  readonly retryMilliseconds?: number;
  /** See `WriterSetup`. */
  readonly silenceMilliseconds?: number;
  /** Milliseconds between two looks of the node at itself; for tests. */
  readonly lookMilliseconds?: number;
}

/** Begins to keep the projection of a chain in a PostgreSQL database. */
export function startPostgresProjection(options: PostgresProjectionOptions): RunningProjection {
  const {
    chain,
    url,
    logger,
    nodeView = () => ({ syncing: false, ready: true }),
    retryMilliseconds,
    silenceMilliseconds,
    lookMilliseconds,
  } = options;
  const { chainId } = chain.network;
  const setup = { url, chainId, ...(silenceMilliseconds !== undefined && { silenceMilliseconds }) };
  let store: PostgresStore | undefined;
  const projection = Projection.start({
    chain,
    logger,
    ...(retryMilliseconds !== undefined && { retryMilliseconds }),
    createStore: (listener) => (store = new PostgresStore(setup, listener)),
  });
  const publisher = new NodePublisher(
    () => ({ ...nodeView(), status: projection.status() }),
    async (node) => (await store?.publish(node)) ?? false,
    lookMilliseconds,
  );
  return {
    status: () => projection.status(),
    subscribe: (listener) => projection.subscribe(listener),
    reader: () => projection.reader(),
    close: async () => {
      await publisher.close();
      await projection.close();
    },
  };
}
