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
  /** See `CHECK_MILLISECONDS`; for tests. */
  readonly checkMilliseconds?: number;
}

/** Four times as much as for SQLite: each database transaction writes every changed address once, often the same ones. */
const BATCH_BYTES = 64 * 1024 * 1024;

/** Starts the projection of a chain in a PostgreSQL database. */
export function startPostgresProjection(options: PostgresProjectionOptions): RunningProjection {
  const {
    chain,
    url,
    logger,
    nodeView = () => ({ syncing: false, ready: true }),
    retryMilliseconds,
    silenceMilliseconds,
    addressCapacity,
    checkMilliseconds,
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
    checkMilliseconds,
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

/** The node's state relative to its peers (interface document, section 2.7). */
interface NodeView {
  readonly syncing: boolean;
  readonly ready: boolean;
}

/** Interval at which the node's state is compared with the published one; a change is published immediately. */
const CHECK_MILLISECONDS = 250;
/** Interval at which an unchanged state is published, so that replicas know that the node is running. */
const HEARTBEAT_MILLISECONDS = 5_000;

/** Publishes the node's state to replicas through the database. */
class NodePublisher {
  readonly #readState: () => NodeView & { readonly status: ProjectionStatus };
  readonly #publish: (node: PublishedNode) => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;
  #publishing: Promise<void> | undefined;
  #wasBuilding = false;
  #published = '';
  #publishedAt = 0;

  /** @param publish resolves with whether it succeeded; never rejects */
  constructor(
    readState: () => NodeView & { readonly status: ProjectionStatus },
    publish: (node: PublishedNode) => Promise<boolean>,
    checkMilliseconds = CHECK_MILLISECONDS,
  ) {
    this.#readState = readState;
    this.#publish = publish;
    const check = (): void => {
      this.#publishing ??= this.#publishChange().finally(() => (this.#publishing = undefined));
    };
    this.#timer = setInterval(check, checkMilliseconds).unref();
  }

  /** Publishes the last state. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#publishing;
    await this.#publishChange();
  }

  async #publishChange(): Promise<void> {
    const { status, syncing, ready } = this.#readState();
    // After each step back the index lags for a moment, which the database never shows.
    const isBrief = status.state === 'building' && !this.#wasBuilding;
    this.#wasBuilding = status.state === 'building';
    if (isBrief) return;
    const node = { indexState: status.state, targetHeight: status.targetHeight, syncing, ready };
    const text = JSON.stringify(node);
    const isDue = text !== this.#published || performance.now() - this.#publishedAt >= HEARTBEAT_MILLISECONDS;
    if (!isDue || !(await this.#publish(node))) return;
    this.#published = text;
    this.#publishedAt = performance.now();
  }
}
