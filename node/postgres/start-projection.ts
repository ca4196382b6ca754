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
  /** The node's state, published for replicas; by default ready and not syncing. */
  readonly nodeView?: () => NodeView;
  /** Milliseconds before the first retry after a failure; see `ProjectionOptions`. */
  readonly retryMs?: number;
  /** For tests; see `WriterSetup`. */
  readonly silenceMs?: number;
  /** For tests; see `WriterSetup`. */
  readonly addressCapacity?: number;
  /** Instead of `CHECK_MS`; for tests. */
  readonly checkMs?: number;
}

/**
 * Bytes of blocks in one batch, four times as many as for SQLite: each database transaction writes every changed address once,
 * and successive blocks often change the same addresses.
 */
const BATCH_BYTES = 64 * 1024 * 1024;

/** Starts the projection of a chain in a PostgreSQL database. */
export function startPostgresProjection(options: PostgresProjectionOptions): RunningProjection {
  const {
    chain,
    url,
    logger,
    nodeView = () => ({ syncing: false, ready: true }),
    retryMs,
    silenceMs,
    addressCapacity,
    checkMs,
  } = options;
  const { chainId } = chain.network;
  const setup = {
    url,
    chainId,
    ...(silenceMs !== undefined && { silenceMs }),
    ...(addressCapacity !== undefined && { addressCapacity }),
  };
  let store: PostgresStore | undefined;
  const projection = Projection.start({
    chain,
    logger,
    batchBytes: BATCH_BYTES,
    ...(retryMs !== undefined && { retryMs }),
    createStore: (listener) => (store = new PostgresStore(setup, listener)),
  });
  const publisher = new NodePublisher(
    () => ({ ...nodeView(), status: projection.status() }),
    async (node) => (await store?.publish(node)) ?? false,
    checkMs,
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

/** Interval at which the node's state is compared with the published state; a difference is published immediately. */
const CHECK_MS = 250;
/** Interval at which an unchanged state is published, so that replicas know that the node is running. */
const HEARTBEAT_MS = 5_000;

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
    checkMs = CHECK_MS,
  ) {
    this.#readState = readState;
    this.#publish = publish;
    const check = (): void => {
      this.#publishing ??= this.#publishChange().finally(() => (this.#publishing = undefined));
    };
    this.#timer = setInterval(check, checkMs).unref();
  }

  /** Stops the checks, and publishes the last state if it is due. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#publishing;
    await this.#publishChange();
  }

  async #publishChange(): Promise<void> {
    const { status, syncing, ready } = this.#readState();
    // After each step back the state is `building` for a moment: publish that only if it lasts until the next check.
    const isBrief = status.state === 'building' && !this.#wasBuilding;
    this.#wasBuilding = status.state === 'building';
    if (isBrief) return;
    const node = { indexState: status.state, targetHeight: status.targetHeight, syncing, ready };
    const text = JSON.stringify(node);
    const isDue = text !== this.#published || performance.now() - this.#publishedAt >= HEARTBEAT_MS;
    if (!isDue || !(await this.#publish(node))) return;
    this.#published = text;
    this.#publishedAt = performance.now();
  }
}
