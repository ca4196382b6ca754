import type { Logger } from 'pino';
import { Projection, type ProjectedChain, type RunningProjection } from '../src/projection/projection.ts';
import type { PublishedNode } from '../src/projection/engine.ts';
import { WriterThread } from '../src/projection/store.ts';
import { ReadingPool } from './connection.ts';
import { PostgresReadingEngine } from './reading-engine.ts';
import type { PostgresSetup } from './writing-engine.ts';

export interface PostgresProjectionOptions extends Omit<PostgresSetup, 'chainId'> {
  readonly chain: ProjectedChain;
  readonly logger: Logger;
  /** The node's state relative to its peers, published for replicas; by default ready and not syncing. */
  readonly nodeView?: () => Pick<PublishedNode, 'syncing' | 'ready'>;
  /** Milliseconds before the first retry after a failure; see `ProjectionOptions`. */
  readonly retryMs?: number;
  /** Instead of `CHECK_MS`; for tests. */
  readonly checkMs?: number;
}

/** Connections for the indexed routes of a node; its core routes need none. */
const CONNECTIONS = 4;
/** Interval at which the node's state is compared with the published one; a difference is published immediately. */
const CHECK_MS = 250;
/** Interval at which an unchanged state is published, so that replicas know that the node is running. */
const HEARTBEAT_MS = 5_000;

/** Starts the projection of a chain in a PostgreSQL database, and publishes the node's state there. */
export function startPostgresProjection(options: PostgresProjectionOptions): RunningProjection {
  const { chain, logger, nodeView = READY, retryMs, checkMs = CHECK_MS, ...settings } = options;
  const setup: PostgresSetup = { ...settings, chainId: chain.network.chainId };
  let published = { text: '', at: 0 };
  let publishing = Promise.resolve();
  let wasBuilding = false;
  const projection = new Projection({
    chain,
    logger,
    retryMs,
    createStore: () => {
      published = { text: '', at: 0 };
      const pool = new ReadingPool(setup.url, 'cairn node, reading', CONNECTIONS);
      return {
        writer: new WriterThread(new URL('writer-thread.ts', import.meta.url), setup),
        engine: new PostgresReadingEngine(pool),
      };
    },
  });
  const publishChange = async (): Promise<void> => {
    if (projection.reader() === undefined) return; // not connected
    const { state: indexState, targetHeight } = projection.status();
    // A reorganization takes the index back to `building` for some milliseconds: publish that only if it lasts.
    const isBrief = indexState === 'building' && !wasBuilding;
    wasBuilding = indexState === 'building';
    if (isBrief) return;
    const node = { indexState, targetHeight, ...nodeView() };
    const text = JSON.stringify(node);
    if (text === published.text && performance.now() - published.at < HEARTBEAT_MS) return;
    published = { text, at: performance.now() };
    await projection.publish(node);
  };
  const timer = setInterval(() => (publishing = publishing.then(publishChange)), checkMs).unref();
  return {
    status: () => projection.status(),
    subscribe: (listener) => projection.subscribe(listener),
    reader: () => projection.reader(),
    close: async () => {
      clearInterval(timer);
      await publishing;
      await projection.close();
    },
  };
}

const READY = (): Pick<PublishedNode, 'syncing' | 'ready'> => ({ syncing: false, ready: true });
