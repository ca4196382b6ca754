import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { ChainTip, Reorganization, StoredBlockSummary } from '../src/chain/chain-reader.ts';
import type { NodeState } from '../src/chain/node-state.ts';
import type { IndexStatus } from '../src/explorer-api/index.ts';
import { progressOf, ProjectionError } from '../src/projection/index.ts';
import { connectionConfig, HEAD_CHANNEL, toProjectionError } from './connection.ts';
import { blocksOf, QUERIES, type BlocksRow, type HeadRow, type Query } from './queries.ts';
import { ReorganizationDetector } from './reorganization-detector.ts';
import { findMismatch, SCHEMA_VERSION } from './schema.ts';

/** The newest state of the database: its tip, and the state of the node that writes it. */
interface Head {
  /** Number of changes of the database: of two heads, the one with the larger version is newer. */
  readonly version: number;
  readonly tip: ChainTip | undefined;
  readonly index: IndexStatus;
  readonly node: Pick<NodeState, 'syncing' | 'ready'>;
}

/** Seconds without a published state after which the node counts as stopped: four times the interval at which it publishes. */
const NODE_GONE_SECONDS = 20;

/** Intervals and time limits of the follower. */
export interface FollowerIntervals {
  /** Between two polls of a standby, which supports no LISTEN. */
  readonly standbyMs: number;
  /** Between two polls of a primary, which sends notifications of changes: polls only check that it is reachable. */
  readonly primaryMs: number;
  /** A database that has not answered for this long counts as unreachable. */
  readonly timeoutMs: number;
  /** Before the first reconnection; each further failure doubles them, up to 32 times as much. */
  readonly retryMs: number;
}

export const FOLLOWER_INTERVALS: FollowerIntervals = {
  standbyMs: 200,
  primaryMs: 1_000,
  timeoutMs: 5_000,
  retryMs: 100,
};

const MAX_RETRY_FACTOR = 32;
/** Newest blocks in memory: as many as the event stream replays. */
const RECENT_BLOCKS = 100;

/** How long an answer may wait until the follower has seen the answer's version. */
const VERSION_WAIT_MS = 1_000;

/**
 * Follows the database's head over a separate connection: by `LISTEN` on a primary, by polling on a standby. When the
 * connection ends, it reconnects with growing pauses, and resolves the address again each time.
 */
export class HeadFollower {
  readonly #url: string;
  readonly #chainId: number;
  readonly #logger: Logger;
  readonly #intervals: FollowerIntervals;
  readonly #onChange: () => void;
  readonly #onReorganized: (reorganization: Reorganization) => void;
  readonly #reorganizations = new ReorganizationDetector();
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #head: Head | undefined;
  /** The newest blocks by height. */
  #blocks = new Map<number, StoredBlockSummary>();
  #seenAt = -Infinity;
  #wake: () => void = () => undefined;
  /** True if the database may have changed since the last poll began. */
  #isPollDue = false;
  #polled = Promise.withResolvers<void>();
  #isUnreachable = false;

  constructor(options: {
    url: string;
    chainId: number;
    logger: Logger;
    intervals?: FollowerIntervals;
    /** Called after each change of the head's tip. */
    onChange: () => void;
    /** Called instead if the new tip completes a reorganization. */
    onReorganized: (reorganization: Reorganization) => void;
  }) {
    this.#url = options.url;
    this.#chainId = options.chainId;
    this.#logger = options.logger;
    this.#intervals = options.intervals ?? FOLLOWER_INTERVALS;
    this.#onChange = options.onChange;
    this.#onReorganized = options.onReorganized;
    this.#running = this.#run();
  }

  /** The newest head; `undefined` before the first one, and while the database is unreachable. */
  head(): Head | undefined {
    return performance.now() - this.#seenAt < this.#intervals.timeoutMs ? this.#head : undefined;
  }

  /** The newest head, also while the database is unreachable; `undefined` before the first one. */
  lastHead(): Head | undefined {
    return this.#head;
  }

  /** The block at a height, if it is one of the newest 100. */
  block(height: number): StoredBlockSummary | undefined {
    return this.#blocks.get(height);
  }

  /**
   * Waits until the head is at least as new as an answer.
   * @param version the answer's version
   * @returns the head's version
   * @throws ProjectionError after a second, or on close: the answer must not be sent with the entity tag of an older head
   */
  async waitForVersion(version: number): Promise<number> {
    const isReached = (): boolean => version <= (this.#head?.version ?? -1);
    if (!isReached()) {
      const { signal } = this.#closing;
      const ended = AbortSignal.any([signal, AbortSignal.timeout(VERSION_WAIT_MS)]);
      while (!isReached() && !ended.aborted) {
        this.#pollNow();
        await Promise.race([this.#polled.promise, once(ended, 'abort')]);
      }
    }
    if (!isReached()) {
      throw new ProjectionError(
        'storage_failed',
        'the database has changed, and its head could not be read in time',
      );
    }
    return this.#head!.version;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#pollNow();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; failures += 1) {
      const before = this.#seenAt;
      try {
        await this.#follow();
      } catch (error) {
        this.#reportUnreachable(error);
      }
      if (this.#seenAt > before) failures = 0;
      const factor = Math.min(2 ** failures, MAX_RETRY_FACTOR);
      const { signal } = this.#closing;
      await sleep(this.#intervals.retryMs * factor, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Follows over one connection. @throws the error that ended it */
  async #follow(): Promise<void> {
    const client = new pg.Client({
      ...connectionConfig(this.#url, 'cairn explorer, following'),
      query_timeout: this.#intervals.timeoutMs,
    });
    const ended = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the server ended the connection')));
    });
    ended.catch(() => undefined); // awaited below, once the connection is open
    try {
      await client.connect();
      const isStandby = await this.#listen(client);
      for (;;) {
        await this.#poll(client);
        await Promise.race([this.#nextPoll(isStandby), ended]);
        if (this.#closing.signal.aborted) return;
      }
    } finally {
      client.removeAllListeners('error').on('error', () => undefined);
      await client.end().catch(() => undefined); // the connection is abandoned either way
    }
  }

  /** Subscribes to notifications of a primary. @returns whether the server is a standby */
  async #listen(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (rows[0]!.standby) return true;
    client.on('notification', () => this.#pollNow());
    await client.query(`LISTEN ${HEAD_CHANNEL}`);
    return false;
  }

  #pollNow(): void {
    this.#isPollDue = true;
    this.#wake();
  }

  async #nextPoll(isStandby: boolean): Promise<void> {
    if (this.#isPollDue) return;
    const pause = new AbortController();
    const woken = new Promise<void>((resolve) => (this.#wake = resolve));
    const due = sleep(isStandby ? this.#intervals.standbyMs : this.#intervals.primaryMs, undefined, {
      signal: pause.signal,
    });
    await Promise.race([woken, due.catch(() => undefined)]);
    pause.abort();
  }

  async #poll(client: pg.Client): Promise<void> {
    this.#isPollDue = false;
    const queriedAt = performance.now();
    const head = await queryHead<HeadRow>(client, QUERIES.head);
    const problem = findMismatch(head, this.#chainId) ?? findOldSchema(head);
    if (problem !== undefined) throw new Error(problem);
    if (head.version === this.#head?.version) this.#setHead(headOf(head), queriedAt);
    else this.#update(await queryHead<BlocksRow>(client, QUERIES.newestBlocks, [RECENT_BLOCKS]), queriedAt);
  }

  #update(row: BlocksRow, queriedAt: number): void {
    const blocks = blocksOf(row);
    const before = this.#head?.tip;
    const blocksBefore = this.#blocks;
    const head = headOf(row);
    this.#blocks = new Map(blocks.map((block) => [block.height, block]));
    const reorganization = this.#reorganizations.detect(
      { tip: before, blocks: blocksBefore },
      { tip: head.tip, blocks: this.#blocks },
    );
    this.#seenAt = queriedAt;
    // If there are several new blocks, each was the tip for a while and is reported as such.
    for (const tip of tipsBetween(before, this.#blocks, head.tip)) {
      this.#head = { ...head, tip };
      this.#onChange();
    }
    this.#setHead(head, queriedAt);
    if (reorganization !== undefined) this.#onReorganized(reorganization);
    else if (head.tip?.id !== before?.id) this.#onChange();
  }

  #setHead(head: Head, queriedAt: number): void {
    this.#head = head;
    this.#seenAt = queriedAt;
    this.#polled.resolve();
    this.#polled = Promise.withResolvers();
    if (this.#isUnreachable) this.#logger.info('The database answers again');
    this.#isUnreachable = false;
  }

  #reportUnreachable(error: unknown): void {
    if (this.#closing.signal.aborted || this.#isUnreachable) return;
    this.#isUnreachable = true;
    const { message } = toProjectionError(error);
    this.#logger.error({ err: error }, `the database cannot be queried, retrying: ${message}`);
  }
}

/** The blocks between two tips; none unless the earlier tip is still canonical and among the blocks in memory. */
function tipsBetween(
  before: ChainTip | undefined,
  blocks: ReadonlyMap<number, StoredBlockSummary>,
  after: ChainTip | undefined,
): ChainTip[] {
  if (before === undefined || after === undefined || blocks.get(before.height)?.id !== before.id) return [];
  const tips: ChainTip[] = [];
  for (let height = before.height + 1; height < after.height; height += 1) {
    tips.push({ height, id: blocks.get(height)!.id });
  }
  return tips;
}

async function queryHead<Row extends HeadRow>(
  client: pg.Client,
  { name, text }: Query,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>({ name, text, values: [...values] });
  if (rows[0] === undefined) throw new Error('the database has the tables of a projection, but no state');
  return rows[0];
}

/** Why a database with an older schema, which has other columns, cannot be read; `undefined` for a current schema. */
function findOldSchema({ schema_version: version }: HeadRow): string | undefined {
  if (version >= SCHEMA_VERSION) return undefined;
  return `the database has schema ${version}, not ${SCHEMA_VERSION}: update the node that writes it`;
}

/** The head in a row. To a replica, the newest projected block is the tip. */
function headOf(row: HeadRow): Head {
  const { version, height, block_id: id } = row;
  const isRunning = row.node_age < NODE_GONE_SECONDS;
  return {
    version,
    tip: height < 0 ? undefined : { height, id },
    index: indexOf(row),
    // If the node has stopped, the chain is still valid, but no longer up to date.
    node: { syncing: isRunning && row.syncing, ready: isRunning && row.ready && height >= 0 },
  };
}

function indexOf({ height, ranked, index_state: state, target_height: target }: HeadRow): IndexStatus {
  // A ready index may be a few blocks behind its node; the replica's chain does not have those yet either.
  const isReady = state === 'ready' && ranked && height >= 0;
  if (isReady) return { state: 'ready', indexedHeight: height, targetHeight: height, progress: 100 };
  const targetHeight = Math.max(target, height);
  const progress = progressOf(height, targetHeight);
  return { state: state === 'error' ? 'error' : 'building', indexedHeight: height, targetHeight, progress };
}
