/** Limits of the private RPC (interface document, section 8). */
export const RPC_LIMITS = {
  /** `api_version` of every answer. */
  apiVersion: 1,
  history: { minimum: 1, maximum: 200, default: 50 },
  /** Maximum size of a request's body. */
  bodyBytes: 1_000_000,
  /** Bytes of one canonical transaction; `raw` is twice as many hex characters. */
  transactionBytes: 213,
} as const;

/** The `next_cursor` of a page of pending transactions only: the next page starts at the newest confirmed transaction. */
export const LATEST_CURSOR = 'latest';
