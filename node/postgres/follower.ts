import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockId } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ChainTip, StoredBlockSummary, TipChange } from '../src/chain/chain-types.ts';
import type { NodeState } from '../src/chain/node-state.ts';
import type { ExplorerContext, IndexStatus } from '../src/explorer-api/index.ts';
import { progressOf } from '../src/projection/projection.ts';
import { blockOf } from '../src/projection/answers.ts';
import { SCHEMA_VERSION } from '../src/projection/tables.ts';
import { ProjectionError } from '../src/projection/store.ts';
import { CORE_QUESTIONS } from './core-questions.ts';
import { PostgresReadingEngine, type HeadRow } from './reading-engine.ts';
import { findMismatch } from './schema.ts';

/** Intervals and time limits of the follower, in milliseconds. */
export interface FollowerIntervals {
  /** Between two polls. */
  readonly poll: number;
  /** A database that has not answered for this long counts as unreachable. */
  readonly timeout: number;
  /** After the first failed poll; each further failure doubles it, up to 32 times as much. */
  readonly retry: number;
}

export const FOLLOWER_INTERVALS: FollowerIntervals = { poll: 200, timeout: 5_000, retry: 100 };

const MAX_RETRY_FACTOR = 32;
/** Seconds without a published state after which the node counts as stopped: four times the interval at which it publishes. */
const NODE_GONE_SECONDS = 20;
/** Newest blocks in memory: as many as the event stream replays. */
const RECENT_BLOCKS = 100;

/** The status of the index before the database's first answer. */
const UNKNOWN_INDEX: IndexStatus = { state: 'error', indexedHeight: -1, targetHeight: -1, progress: 0 };

/** The part of a chain that event streams and entity tags need. */
type FollowedChain = ExplorerContext['chain'];

/**
 * Follows the newest state of a database by polling, on a primary and on a standby alike, and presents it as a chain. To a
 * replica, the newest projected block is the tip.
 */
export class Follower implements FollowedChain {
  readonly #engine: PostgresReadingEngine;
  readonly #chainId: number;
  readonly #logger: Logger;
  readonly #intervals: FollowerIntervals;
  readonly #listeners = new Set<(change: TipChange) => void>();
  readonly #running: Promise<void>;
  #head: HeadRow | undefined;
  #tip: ChainTip | undefined;
  /** The newest blocks by height. */
  #blocks = new Map<number, StoredBlockSummary>();
  #seenAt = -Infinity;
  readonly #closing = new AbortController();

  /** @param url `postgres://…` @param chainId of the network whose database it has to be */
  constructor(options: { url: string; chainId: number; logger: Logger; intervals?: FollowerIntervals }) {
    this.#chainId = options.chainId;
    this.#logger = options.logger;
    this.#intervals = options.intervals ?? FOLLOWER_INTERVALS;
    // A connection of its own, which no slow answer keeps busy.
    const { timeout } = this.#intervals;
    this.#engine = new PostgresReadingEngine(options.url, 'cairn explorer, following', 1, timeout);
    this.#running = this.#run();
  }

  /** @throws ProjectionError while the database is unreachable */
  tip(): ChainTip | undefined {
    if (!this.#isReachable()) throw new ProjectionError('storage_failed', 'the database is unreachable');
    return this.#tip;
  }

  /** The tip, and those of the newest 100 blocks. @throws as `tip` */
  get view(): FollowedChain['view'] {
    return { tip: this.tip(), block: (height) => this.#blocks.get(height) };
  }

  subscribe(listener: (change: TipChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The database has no block of another branch. */
  staleBlocks(): [] {
    return [];
  }

  readonly branchesVersion = 0;

  reorganizationFrom(): undefined {
    return undefined;
  }

  /** The state of the writing node. If it has stopped, the chain is still valid, but no longer up to date. */
  nodeState(): Pick<NodeState, 'syncing' | 'ready'> {
    const head = this.#head;
    if (head === undefined || !this.#isReachable() || head.node_age >= NODE_GONE_SECONDS) {
      return { syncing: false, ready: false };
    }
    return { syncing: head.syncing, ready: head.ready && head.height >= 0 };
  }

  indexStatus(): IndexStatus {
    if (this.#head === undefined) return UNKNOWN_INDEX;
    const status = indexOf(this.#head);
    return this.#isReachable() ? status : { ...status, state: 'error' };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    await this.#engine.close();
  }

  #isReachable(): boolean {
    return performance.now() - this.#seenAt < this.#intervals.timeout;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.poll();
        if (failures > 0) this.#logger.info('The database answers again');
        failures = 0;
      } catch (error) {
        const { message } = error as ProjectionError;
        const problem = `the database cannot be queried, retrying: ${message}`;
        if (failures === 0) this.#logger.error({ err: error }, problem);
        failures += 1;
      }
      const { poll, retry } = this.#intervals;
      const pause = failures === 0 ? poll : retry * Math.min(2 ** (failures - 1), MAX_RETRY_FACTOR);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Takes over the newest state of the database. @throws ProjectionError */
  async poll(): Promise<void> {
    const queriedAt = performance.now();
    const { state: head } = await this.#engine.ask(CORE_QUESTIONS.head);
    const problem = findMismatch(head, this.#chainId) ?? findOldSchema(head);
    if (problem !== undefined) throw new ProjectionError('storage_failed', problem);
    if (head.block_id === this.#head?.block_id) {
      this.#head = head;
    } else {
      const { state, lists } = await this.#engine.ask(CORE_QUESTIONS.newestBlocks, { count: RECENT_BLOCKS });
      this.#seenAt = queriedAt;
      this.#update(state, lists.blocks.map(blockOf));
    }
    this.#seenAt = queriedAt;
  }

  #update(head: HeadRow, blocks: readonly StoredBlockSummary[]): void {
    const [oldTip, oldBlocks] = [this.#tip, this.#blocks];
    this.#head = head;
    this.#blocks = new Map(blocks.map((block) => [block.height, block]));
    this.#tip = tipOf(head);
    if (this.#tip === undefined) return;
    const change = changeBetween(oldTip, oldBlocks, this.#tip, this.#blocks);
    for (const listener of this.#listeners) listener(change);
  }
}

function tipOf({ height, block_id: id }: HeadRow): ChainTip | undefined {
  return height < 0 ? undefined : { height, id };
}

function indexOf({ height, index_state: state, target_height: target }: HeadRow): IndexStatus {
  // A ready index may be a few blocks behind its node; the replica's chain does not have those yet either.
  if (state === 'ready' && height >= 0) {
    return { state, indexedHeight: height, targetHeight: height, progress: 100 };
  }
  const targetHeight = Math.max(target, height);
  const progress = progressOf(height, targetHeight);
  return { state: state === 'error' ? 'error' : 'building', indexedHeight: height, targetHeight, progress };
}

type Blocks = ReadonlyMap<number, Pick<ChainTip, 'id'>>;

/** The change between two tips, from their newest blocks by height; of one block if these have none in common. */
function changeBetween(
  oldTip: ChainTip | undefined,
  oldBlocks: Blocks,
  newTip: ChainTip,
  newBlocks: Blocks,
): TipChange {
  const isCommon = (height: number): boolean =>
    oldBlocks.has(height) && oldBlocks.get(height)?.id === newBlocks.get(height)?.id;
  let commonHeight = Math.min(oldTip?.height ?? -1, newTip.height);
  while (commonHeight >= 0 && !isCommon(commonHeight)) commonHeight -= 1;
  if (oldTip === undefined || commonHeight < 0)
    return { oldTip, newTip, commonHeight: newTip.height - 1, disconnected: [], connected: [newTip.id] };
  const idsAbove = (blocks: Blocks, { height: top }: ChainTip): BlockId[] =>
    Array.from({ length: top - commonHeight }, (_, index) => blocks.get(commonHeight + 1 + index)!.id);
  const disconnected = idsAbove(oldBlocks, oldTip).toReversed();
  return { oldTip, newTip, commonHeight, disconnected, connected: idsAbove(newBlocks, newTip) };
}

/** Why a database with an older schema, which has other columns, cannot be read; `undefined` for a current schema. */
function findOldSchema({ schema_version: version }: HeadRow): string | undefined {
  if (version >= SCHEMA_VERSION) return undefined;
  return `the database has schema ${version}, not ${SCHEMA_VERSION}: update the node that writes it`;
}
