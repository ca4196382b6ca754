/** Limits of the private RPC (section 8). */
export const RPC_LIMITS = {
  /** `api_version` of every answer. */
  apiVersion: 1,
  history: { minimum: 1, maximum: 200, default: 50 },
  /** Bytes of a request's body. */
  bodyBytes: 1_000_000,
  /** Bytes of one canonical transaction; `raw` is twice as many hex characters. */
  transactionBytes: 213,
} as const;

/** The cursor after a first page full of pending transactions: the next page starts at the newest confirmed one. */
export const LATEST_CURSOR = 'latest';
