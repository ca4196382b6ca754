import { MAX_BLOCK_SIZE } from '@cairn/protocol';

/** What a page's proof fetches at most. */
export interface Limits {
  /** Headers of the walk. */
  readonly headers: number;
  /** Bytes of the largest block that is fetched. */
  readonly blockBytes: number;
  /** Transactions of a history to fetch for a page of it. */
  readonly history: number;
}

/** Until the user asks for the rest: 2.4 MB of headers, a block of 4,900 transactions, ten requests for a history. */
export const LIMITS: Limits = { headers: 20_000, blockBytes: 1024 * 1024, history: 1_000 };

const NONE = Number.POSITIVE_INFINITY;
/** Once the user has asked for the rest. */
export const NO_LIMITS: Limits = { headers: NONE, blockBytes: MAX_BLOCK_SIZE, history: NONE };

/** Milliseconds to wait for an answer of bytes, which can be 8 MiB long. */
export const BYTES_TIMEOUT = { timeoutMs: 60_000 };
