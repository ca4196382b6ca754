import { setTimeout as sleep } from 'node:timers/promises';
import { EXPLORER_LIMITS } from '@cairn/api/explorer';
import { MAX_U32, type BlockId } from '@cairn/protocol';
import type { Logger } from 'pino';
import type { ChainTip, NodeState, StoredBlockSummary, TipChange } from '@cairn/chain';
import type { IndexStatus } from '@cairn/chain';
import type { ExplorerContext } from '../src/explorer-api/index.ts';
import { blockOf, progressOf, ProjectionError, STATE } from '@cairn/chain/projection';
import { CORE_QUESTIONS } from './core-questions.ts';
import { PostgresReadingEngine, type HeadRow } from './reading-engine.ts';
import { findMismatch } from './schema.ts';

/** Between two polls, whether they succeed or not. */
const POLL_MS = 200;
/** A database that has not answered for this long counts as unreachable. */
const TIMEOUT_MS = 5_000;
/** Seconds without a published state after which the node counts as stopped: it publishes every second. */
const NODE_GONE_SECONDS = 20;
/** The blocks in memory: as many as the event stream replays. */
const NEWEST_BLOCKS = { before: MAX_U32, offset: 0, limit: EXPLORER_LIMITS.eventReplay };

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
  readonly #pollMs: number;
  readonly #listeners = new Set<(change: TipChange) => void>();
  readonly #running: Promise<void>;
  #head: HeadRow | undefined;
  /** The newest blocks by height, newest first. */
  #blocks: Blocks = new Map();
  #seenAt = -Infinity;
  readonly #closing = new AbortController();

  /** @param url `postgres://…` @param chainId of the network whose database it has to be */
  constructor(options: { url: string; chainId: number; logger: Logger; pollMs?: number | undefined }) {
    this.#chainId = options.chainId;
    this.#logger = options.logger;
    this.#pollMs = options.pollMs ?? POLL_MS;
    // A connection of its own, which no slow answer keeps busy.
    this.#engine = new PostgresReadingEngine(options.url, 'cairn explorer, following', 1, TIMEOUT_MS);
    this.#running = this.#run();
  }

  /** The tip and the newest 100 blocks. @throws ProjectionError while the database is unreachable */
  get view(): FollowedChain['view'] {
    if (!this.#isReachable()) throw new ProjectionError('storage_failed', 'the database is unreachable');
    return { tip: tipOf(this.#head), block: (height) => this.#blocks.get(height) };
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
    return performance.now() - this.#seenAt < TIMEOUT_MS;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let hasFailed = false; !signal.aborted;) {
      try {
        await this.poll();
        if (hasFailed) this.#logger.info('The database answers again');
        hasFailed = false;
      } catch (error) {
        const problem = `the database cannot be queried, retrying: ${(error as ProjectionError).message}`;
        if (!hasFailed) this.#logger.error({ err: error }, problem);
        hasFailed = true;
      }
      await sleep(this.#pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Takes over the newest state of the database. @throws ProjectionError */
  async poll(): Promise<void> {
    const queriedAt = performance.now();
    const { state: head } = await this.#engine.ask(STATE);
    const problem = findMismatch(head, this.#chainId);
    if (problem !== undefined) throw new ProjectionError('storage_failed', problem);
    const isNew = head.block_id !== this.#head?.block_id;
    const newest = isNew && (await this.#engine.ask(CORE_QUESTIONS.blockList, NEWEST_BLOCKS));
    this.#seenAt = queriedAt;
    if (newest) this.#update(newest.state, newest.lists.blocks.map(blockOf));
    else this.#head = head;
  }

  #update(head: HeadRow, blocks: readonly StoredBlockSummary[]): void {
    const [oldTip, oldBlocks] = [tipOf(this.#head), this.#blocks];
    this.#head = head;
    this.#blocks = new Map(blocks.map((block) => [block.height, block]));
    const newTip = tipOf(head);
    if (newTip === undefined) return;
    const change = { oldTip, newTip, ...changeBetween(oldBlocks, this.#blocks, newTip) };
    for (const listener of this.#listeners) listener(change);
  }
}

function tipOf(head: HeadRow | undefined): ChainTip | undefined {
  return head === undefined || head.height < 0 ? undefined : { height: head.height, id: head.block_id };
}

function indexOf({ height, index_state: state, target_height: target }: HeadRow): IndexStatus {
  // A ready index may be a few blocks behind its node; the replica's chain does not have those yet either.
  const isReady = state === 'ready' && height >= 0;
  const targetHeight = isReady ? height : Math.max(target, height);
  const progress = progressOf(height, targetHeight);
  return {
    state: state === 'ready' && !isReady ? 'building' : state,
    indexedHeight: height,
    targetHeight,
    progress,
  };
}

type Blocks = ReadonlyMap<number, StoredBlockSummary>;

/** What happened between two lists of newest blocks; if they have none in common, one block was added. */
function changeBetween(
  oldBlocks: Blocks,
  newBlocks: Blocks,
  newTip: ChainTip,
): Pick<TipChange, 'commonHeight' | 'disconnected' | 'connected'> {
  const common = newBlocks.values().find(({ height, id }) => oldBlocks.get(height)?.id === id);
  if (common === undefined)
    return { commonHeight: newTip.height - 1, disconnected: [], connected: [newTip.id] };
  const idsAbove = (blocks: Blocks): BlockId[] =>
    [...blocks.values()].filter(({ height }) => height > common.height).map(({ id }) => id);
  return {
    commonHeight: common.height,
    disconnected: idsAbove(oldBlocks),
    connected: idsAbove(newBlocks).toReversed(),
  };
}
