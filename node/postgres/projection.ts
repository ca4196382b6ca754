import type { Logger } from 'pino';
import {
  Projection,
  type Pause,
  type ProjectedChain,
  type ProjectionStore,
} from '../src/projection/projection.ts';
import { WriterThread, type ProjectionError } from '../src/projection/store.ts';
import { PostgresReadingEngine } from './reading-engine.ts';
import type { PostgresSetup, PublishCommand, PublishedNode } from './writing-engine.ts';

export interface PostgresProjectionOptions extends Omit<PostgresSetup, 'chainId'> {
  readonly chain: ProjectedChain;
  readonly logger: Logger;
  /** The node's state relative to its peers, published for replicas; by default ready and not syncing. */
  readonly nodeView?: () => Pick<PublishedNode, 'syncing' | 'ready'>;
  readonly pause?: Pause;
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
export function startPostgresProjection(options: PostgresProjectionOptions): Projection {
  const { chain, logger, nodeView = READY, pause, checkMs = CHECK_MS, ...settings } = options;
  const setup: PostgresSetup = { ...settings, chainId: chain.network.chainId };
  const nodeState = (): PublishedNode | undefined => {
    if (projection.reader() === undefined) return undefined; // not connected
    const { state: indexState, targetHeight } = projection.status();
    return { indexState, targetHeight, ...nodeView() };
  };
  const createStore = (onFailure: (error: ProjectionError) => void): ProjectionStore => {
    const thread = new WriterThread<PublishCommand>(new URL('writer-thread.ts', import.meta.url), setup);
    const publish = async (node: PublishedNode): Promise<void> => {
      await thread.run({ type: 'publish', node }).catch(onFailure);
    };
    const stopPublishing = publishChanges(nodeState, publish, checkMs);
    return {
      writer: {
        run: (command) => thread.run(command),
        close: async () => {
          await stopPublishing();
          await thread.close();
        },
      },
      engine: new PostgresReadingEngine(setup.url, 'cairn node, reading', CONNECTIONS),
    };
  };
  const projection = new Projection({ chain, logger, pause, createStore });
  return projection;
}

const READY = (): Pick<PublishedNode, 'syncing' | 'ready'> => ({ syncing: false, ready: true });

/**
 * Publishes a state at once when it has changed, and at the interval of the heartbeat.
 * @param nodeState returns `undefined` while there is nothing to publish
 * @returns a function that ends it, and waits for a publication in progress
 */
function publishChanges(
  nodeState: () => PublishedNode | undefined,
  publish: (node: PublishedNode) => Promise<void>,
  checkMs: number,
): () => Promise<void> {
  let published = { text: '', at: 0 };
  let publishing = Promise.resolve();
  let wasBuilding = false;
  const publishChange = async (): Promise<void> => {
    const node = nodeState();
    if (node === undefined) return;
    // A reorganization takes the index back to `building` for some milliseconds: publish that only if it lasts.
    const isBrief = node.indexState === 'building' && !wasBuilding;
    wasBuilding = node.indexState === 'building';
    if (isBrief) return;
    const text = JSON.stringify(node);
    if (text === published.text && performance.now() - published.at < HEARTBEAT_MS) return;
    published = { text, at: performance.now() };
    await publish(node);
  };
  const timer = setInterval(() => (publishing = publishing.then(publishChange)), checkMs).unref();
  return () => {
    clearInterval(timer);
    return publishing;
  };
}
