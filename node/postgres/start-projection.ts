import type { Logger } from 'pino';
import type { ProjectedChain } from '../src/projection/next-step.ts';
import { Projection, type RunningProjection } from '../src/projection/projection.ts';
import { PostgresStore } from './postgres-store.ts';
import type { PublishedNode } from './database-writer.ts';
import type { ProjectionStatus } from '../src/projection/projection-status.ts';

export interface PostgresProjectionOptions {
  readonly chain: ProjectedChain;
  /** `postgres://…`; libpq's variables complete it. */
  readonly url: string;
  readonly logger: Logger;
  /** The node's state for replicas; not syncing and ready by default. */
  readonly nodeView?: () => NodeView;
  /** See `ProjectionOptions`. */
  readonly retryMilliseconds?: number;
  /** See `WriterSetup`. */
  readonly silenceMilliseconds?: number;
  /** See `WriterSetup`. */
  readonly addressCapacity?: number;
  /** See `LOOK_MILLISECONDS`; for tests. */
  readonly lookMilliseconds?: number;
}

/** Four times as much as for SQLite: each transaction writes every address that it changes, often the same ones. */
const BATCH_BYTES = 64 * 1024 * 1024;

/** Starts to keep the projection of a chain in a PostgreSQL database. */
export function startPostgresProjection(options: PostgresProjectionOptions): RunningProjection {
  const {
    chain,
    url,
    logger,
    nodeView = () => ({ syncing: false, ready: true }),
    retryMilliseconds,
    silenceMilliseconds,
    addressCapacity,
    lookMilliseconds,
  } = options;
  const { chainId } = chain.network;
  const setup = {
    url,
    chainId,
    ...(silenceMilliseconds !== undefined && { silenceMilliseconds }),
    ...(addressCapacity !== undefined && { addressCapacity }),
  };
  let store: PostgresStore | undefined;
  const projection = Projection.start({
    chain,
    logger,
    batchBytes: BATCH_BYTES,
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

/** Where the node is among its peers (section 2.7). */
export interface NodeView {
  readonly syncing: boolean;
  readonly ready: boolean;
}

/** Interval in which the node's state is compared with the published one; a change is published at once then. */
const LOOK_MILLISECONDS = 250;
/** Interval in which an unchanged state is published, so that replicas know that the node runs. */
const BEAT_MILLISECONDS = 5_000;

/** Publishes the node's state to replicas through the database. */
class NodePublisher {
  readonly #look: () => NodeView & { readonly status: ProjectionStatus };
  readonly #publish: (node: PublishedNode) => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;
  #publishing: Promise<void> | undefined;
  #wasBuilding = false;
  #published = '';
  #publishedAt = 0;

  /** @param publish whether it succeeded; never rejects */
  constructor(
    look: () => NodeView & { readonly status: ProjectionStatus },
    publish: (node: PublishedNode) => Promise<boolean>,
    lookMilliseconds = LOOK_MILLISECONDS,
  ) {
    this.#look = look;
    this.#publish = publish;
    const check = (): void => {
      this.#publishing ??= this.#publishChange().finally(() => (this.#publishing = undefined));
    };
    this.#timer = setInterval(check, lookMilliseconds).unref();
  }

  /** Publishes the last state. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#publishing;
    await this.#publishChange();
  }

  async #publishChange(): Promise<void> {
    const { status, syncing, ready } = this.#look();
    // After each step back the index is behind for a moment; in the database it never is.
    const isBrief = status.state === 'building' && !this.#wasBuilding;
    this.#wasBuilding = status.state === 'building';
    if (isBrief) return;
    const node = { indexState: status.state, targetHeight: status.targetHeight, syncing, ready };
    const text = JSON.stringify(node);
    const isDue = text !== this.#published || performance.now() - this.#publishedAt >= BEAT_MILLISECONDS;
    if (!isDue || !(await this.#publish(node))) return;
    this.#published = text;
    this.#publishedAt = performance.now();
  }
}
