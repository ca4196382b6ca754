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

/** A confirmed transaction as the projection keeps it: texts as they go on the wire (section 2.3). */
export interface ProjectedTransaction {
  /** 64 lowercase hex characters. */
  readonly id: string;
  readonly chain: number;
  readonly nonce: number;
  /** Pebbles, decimal. */
  readonly fee: string;
  /** Pebbles, decimal. */
  readonly value: string;
  /** 34 characters; the sentinel in a coinbase. */
  readonly fromAddress: string;
  readonly toAddress: string;
  /** 128 bytes in lowercase hex. */
  readonly unlockSig: string;
  readonly height: number;
  /** Zero-based position in the block. */
  readonly index: number;
  /** 64 lowercase hex characters. */
  readonly blockId: string;
  /** Unix seconds. */
  readonly blockTimestamp: number;
}

/** What an address has done so far (section 2.5). Amounts are pebbles as decimal texts. */
export interface AddressTotals {
  readonly address: string;
  readonly balance: string;
  readonly nonce: number;
  /** Exact; may pass 2^64 − 1, as the same coins come and go. So may the next two. */
  readonly received: string;
  readonly sent: string;
  readonly fees: string;
  readonly transactionCount: number;
  readonly firstSeenHeight: number;
  readonly lastSeenHeight: number;
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
  addresses(page: PageRequest): Awaitable<Page<AddressTotals>>;
  /** `undefined` while nothing is projected. */
  totals(): Awaitable<ChainTotals | undefined>;
}
