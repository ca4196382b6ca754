import { runtime } from '../src/home/runtime.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { WriterThread } from '../src/projection/thread.ts';
import {
  type Pause,
  type ProjectedChain,
  Projection,
  type ProjectionError,
  type ProjectionStatus,
  type ProjectionStore,
} from '@cairn/chain/projection';
import { PostgresReadingEngine } from './reading-engine.ts';
import type { PostgresSetup, PublishCommand, PublishedNode } from './writing-engine.ts';

export interface PostgresProjectionOptions extends Omit<PostgresSetup, 'chainId'> {
  readonly chain: ProjectedChain;
  readonly logger: Logger;
  /** The node's state relative to its peers, published for replicas; by default ready and not syncing. */
  readonly nodeView?: () => Pick<PublishedNode, 'syncing' | 'ready'>;
  readonly pause?: Pause;
  /** Instead of `PUBLISH_MS`; for tests. */
  readonly publishMs?: number;
  /** By default a thread of its own. */
  readonly startWriter?: ((setup: PostgresSetup) => PostgresWriter) | undefined;
}

type PostgresWriter = Pick<WriterThread<PublishCommand>, 'run' | 'close'>;

const startThread = (setup: PostgresSetup): PostgresWriter =>
  new WriterThread<PublishCommand>(new URL('writer-thread.ts', import.meta.url), setup);

/** Connections for the indexed routes of a node; its core routes need none. */
const CONNECTIONS = 4;
/** Between two publications of the node's state, by which replicas also know that the node is running. */
const PUBLISH_MS = 1_000;

/** Starts the projection of a chain in a PostgreSQL database, and publishes the node's state there. */
export function startPostgresProjection(options: PostgresProjectionOptions): Projection {
  const {
    chain,
    logger,
    nodeView = READY,
    pause = runtime.sleep,
    publishMs = PUBLISH_MS,
    startWriter = startThread,
    ...settings
  } = options;
  const setup: PostgresSetup = { ...settings, chainId: chain.network.chainId };
  const published = ({ state, targetHeight }: ProjectionStatus): PublishedNode => {
    return { index_state: state, target_height: targetHeight, ...nodeView() };
  };
  const nodeState = (): PublishedNode | undefined => {
    if (projection.reader() === undefined) return undefined; // not connected
    return published(projection.status());
  };
  const createStore = (onFailure: (error: ProjectionError) => void): ProjectionStore => {
    const writer = startWriter(setup);
    const closing = new AbortController();
    const publish = async (node: PublishedNode): Promise<void> => {
      await writer.run({ type: 'publish', node }).catch(onFailure);
    };
    const publishing = publishStates(nodeState, publish, publishMs, closing.signal);
    return {
      writer: {
        run: (command) => writer.run(command),
        close: async (last) => {
          closing.abort();
          await publishing;
          // Replicas go by it until the next start: it may have become ready a moment ago.
          if (last.state === 'ready') await publish(published(last));
          await writer.close();
        },
      },
      engine: new PostgresReadingEngine(setup.url, 'cairn node, reading', CONNECTIONS),
    };
  };
  const projection = new Projection({ chain, logger, pause, createStore });
  return projection;
}

const READY = (): Pick<PublishedNode, 'syncing' | 'ready'> => ({ syncing: false, ready: true });

/** Publishes a state at an interval until the signal is aborted. @param nodeState returns `undefined` while there is none */
async function publishStates(
  nodeState: () => PublishedNode | undefined,
  publish: (node: PublishedNode) => Promise<void>,
  publishMs: number,
  signal: AbortSignal,
): Promise<void> {
  let wasBuilding = false;
  while (!signal.aborted) {
    await sleep(publishMs, undefined, { signal, ref: false }).catch(() => undefined);
    const node = nodeState();
    // A reorganization takes the index back to `building` for some milliseconds: publish that only if it lasts.
    const isBrief = node?.index_state === 'building' && !wasBuilding;
    wasBuilding = node?.index_state === 'building';
    if (node !== undefined && !isBrief && !signal.aborted) await publish(node);
  }
}
