/** What an engine answers at once, or after asking somebody. */
export type Awaitable<Value> = Value | Promise<Value>;

/** One page of a list. */
export interface PageRequest {
  /** Items to skip, 0–2,147,483,647; costs the same at any depth. */
  readonly offset: number;
  /** 1–100. */
  readonly limit: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Items of the whole list. */
  readonly total: number;
}

/** A confirmed transaction as the projection keeps it. */
export interface ProjectedTransaction {
  readonly height: number;
  /** Zero-based position in the block. */
  readonly index: number;
  /** Holds, from `at` on, its ID (32) and its 213 bytes; more may stand around them. */
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** A page of the ranking: its items are JSON already, because nothing in them depends on the tip. */
export interface RankingPage {
  /** The items' JSON (section 2.5) with commas between them. */
  readonly items: string;
  readonly count: number;
  /** Items of the whole list. */
  readonly total: number;
}

/** Running totals of the whole chain up to `height` (section 2.6). Amounts are exact decimal texts. */
export interface ChainTotals {
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly blockId: string;
  readonly transactions: number;
  readonly addresses: number;
  readonly fees: string;
  readonly transferred: string;
  readonly rewards: string;
}

/**
 * The read side of the projection, whatever engine keeps it. Everything that it answers between two commands to the
 * store is of one height: the one that the store's last command told.
 * @throws Error when the store cannot be read
 */
export interface ProjectionReader {
  /** Every confirmed transaction, newest first: height, then index, descending. */
  transactions(page: PageRequest): Awaitable<Page<ProjectedTransaction>>;
  /** Those that name an address, newest first; none for an address that nothing names. */
  addressTransactions(address: string, page: PageRequest): Awaitable<Page<ProjectedTransaction>>;
  /** Every address: balance descending, then address ascending. */
  addresses(page: PageRequest): Awaitable<RankingPage>;
  /** `undefined` while nothing is projected. */
  totals(): Awaitable<ChainTotals | undefined>;
}
