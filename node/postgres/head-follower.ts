import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { ChainTip, StoredBlockSummary } from '../src/chain/chain-reader.ts';
import { decodeSummaries } from './block-summary.ts';
import { connectionConfig, toProjectionError } from './connection.ts';
import { HEAD_CHANNEL } from './names.ts';
import { QUESTIONS, type Question } from './questions.ts';
import { type BlocksRow, type HeadRow } from './rows.ts';
import { findForeignTraits } from './schema.ts';
import { headOf, type Head } from './head.ts';

/** How the database is followed, in milliseconds. */
export interface FollowerPace {
  /** Between two looks at a standby, which takes no LISTEN. */
  readonly standbyMs: number;
  /** Between two looks at a primary, which tells of changes: they show only that it is there. */
  readonly primaryMs: number;
  /** After which a database that did not answer counts as away. */
  readonly patienceMs: number;
  /** Before the first attempt to connect again; doubled up to 32 times as much. */
  readonly retryMs: number;
}

export const FOLLOWER_PACE: FollowerPace = {
  standbyMs: 200,
  primaryMs: 1_000,
  patienceMs: 5_000,
  retryMs: 100,
};

const MAX_RETRY_FACTOR = 32;
/** Blocks at the tip that are kept at hand: as many as a client of the event stream may have missed. */
const KEPT_BLOCKS = 100;

const REACH_MILLISECONDS = 1_000;

/**
 * Follows the database's head over a connection of its own: it is told of changes by a primary (`LISTEN`), asks a standby
 * again and again, and connects anew, with growing pauses, wherever the connection ends: to whatever server the address
 * then leads to.
 */
export class HeadFollower {
  readonly #url: string;
  readonly #chainId: number;
  readonly #logger: Logger;
  readonly #pace: FollowerPace;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #head: Head | undefined;
  /** By height, the newest ones. */
  #blocks = new Map<number, StoredBlockSummary>();
  #seenAt = -Infinity;
  #wake: () => void = () => undefined;
  /** Whether there may be something new since the look that is under way. */
  #isDue = false;
  #looked = Promise.withResolvers<void>();
  #isAway = false;

  constructor(options: {
    url: string;
    chainId: number;
    logger: Logger;
    pace?: FollowerPace;
    /** Hears of each new tip, which is the head's then. */
    onChange: () => void;
  }) {
    this.#url = options.url;
    this.#chainId = options.chainId;
    this.#logger = options.logger;
    this.#pace = options.pace ?? FOLLOWER_PACE;
    this.#onChange = options.onChange;
    this.#running = this.#run();
  }

  /** The newest head that was seen; `undefined` where the database was away for longer than patience lasts. */
  head(): Head | undefined {
    return performance.now() - this.#seenAt < this.#pace.patienceMs ? this.#head : undefined;
  }

  /** The newest head that was ever seen. */
  lastHead(): Head | undefined {
    return this.#head;
  }

  /** A block near the tip. */
  block(height: number): StoredBlockSummary | undefined {
    return this.#blocks.get(height);
  }

  /**
   * Looks at once where an answer is newer than what is known, so that no later answer is older.
   * @returns when that is known, within a second at the most
   */
  async reach({ version }: Head): Promise<void> {
    if (version <= (this.#head?.version ?? -1)) return;
    const { signal } = this.#closing;
    const given = AbortSignal.any([signal, AbortSignal.timeout(REACH_MILLISECONDS)]);
    while (version > (this.#head?.version ?? -1) && !given.aborted) {
      this.#wakeUp();
      await Promise.race([this.#looked.promise, once(given, 'abort')]);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wakeUp();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; failures += 1) {
      const before = this.#seenAt;
      try {
        await this.#follow();
      } catch (error) {
        this.#tellAway(error);
      }
      if (this.#seenAt > before) failures = 0;
      const factor = Math.min(2 ** failures, MAX_RETRY_FACTOR);
      const { signal } = this.#closing;
      await sleep(this.#pace.retryMs * factor, undefined, { signal }).catch(() => undefined);
    }
  }

  /** One connection, from its beginning to its end. @throws what ended it */
  async #follow(): Promise<void> {
    const client = new pg.Client({
      ...connectionConfig(this.#url, 'cairn explorer, following'),
      query_timeout: this.#pace.patienceMs,
    });
    const ended = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the server ended the connection')));
    });
    ended.catch(() => undefined); // it is waited for below, once the connection stands
    try {
      await client.connect();
      const isStandby = await this.#listen(client);
      for (;;) {
        await this.#look(client);
        await Promise.race([this.#nextLook(isStandby), ended]);
        if (this.#closing.signal.aborted) return;
      }
    } finally {
      client.removeAllListeners('error').on('error', () => undefined);
      await client.end().catch(() => undefined); // it is given up either way
    }
  }

  /** @returns whether the server is a standby, or one that may just become a primary */
  async #listen(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (rows[0]!.standby) return true;
    client.on('notification', () => this.#wakeUp());
    await client.query(`LISTEN ${HEAD_CHANNEL}`);
    return false;
  }

  #wakeUp(): void {
    this.#isDue = true;
    this.#wake();
  }

  async #nextLook(isStandby: boolean): Promise<void> {
    if (this.#isDue) return;
    const pause = new AbortController();
    const woken = new Promise<void>((resolve) => (this.#wake = resolve));
    const due = sleep(isStandby ? this.#pace.standbyMs : this.#pace.primaryMs, undefined, {
      signal: pause.signal,
    });
    await Promise.race([woken, due.catch(() => undefined)]);
    pause.abort();
  }

  async #look(client: pg.Client): Promise<void> {
    this.#isDue = false;
    const askedAt = performance.now();
    const head = await askHead<HeadRow>(client, QUESTIONS.head);
    const problem = findForeignTraits(head, this.#chainId);
    if (problem !== undefined) throw new Error(problem);
    if (head.version === this.#head?.version) this.#know(headOf(head), askedAt);
    else this.#takeBlocks(await askHead<BlocksRow>(client, QUESTIONS.newestBlocks, [KEPT_BLOCKS]), askedAt);
  }

  #takeBlocks(row: BlocksRow, askedAt: number): void {
    const blocks = decodeSummaries(row.blocks ?? Buffer.alloc(0));
    const before = this.#head?.tip;
    const head = headOf(row);
    this.#blocks = new Map(blocks.map((block) => [block.height, block]));
    this.#seenAt = askedAt;
    // Of several new blocks each was the tip for a while, and is told as such.
    for (const tip of tipsBetween(before, this.#blocks, head.tip)) {
      this.#head = { ...head, tip };
      this.#onChange();
    }
    this.#know(head, askedAt);
    if (head.tip?.id !== before?.id) this.#onChange();
  }

  #know(head: Head, askedAt: number): void {
    this.#head = head;
    this.#seenAt = askedAt;
    this.#looked.resolve();
    this.#looked = Promise.withResolvers();
    if (this.#isAway) this.#logger.info('The database answers again');
    this.#isAway = false;
  }

  #tellAway(error: unknown): void {
    if (this.#closing.signal.aborted || this.#isAway) return;
    this.#isAway = true;
    const { message } = toProjectionError(error);
    this.#logger.error({ err: error }, `the database cannot be asked, trying again: ${message}`);
  }
}

/** The blocks between two tips, where the later one continues the earlier one and all of them are at hand. */
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

async function askHead<Row extends HeadRow>(
  client: pg.Client,
  { name, text }: Question,
  values: readonly unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>({ name, text, values: [...values] });
  if (rows[0] === undefined) throw new Error('the database has the tables of a projection, but no state');
  return rows[0];
}
