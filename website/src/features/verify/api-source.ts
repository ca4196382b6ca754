import type { RequestOptions } from '@cairn/api';
import { createExplorerClient, EXPLORER_LIMITS, type ExplorerClient } from '@cairn/api/explorer';
import { HEADER_SIZE, MAX_BLOCK_SIZE, ProtocolError } from '@cairn/protocol';

/** Limits on the data that a page's verification fetches and computes. */
export interface Limits {
  /** Bytes of the largest block that is fetched. */
  readonly blockBytes: number;
  /** Transfers of a block to check: their signatures take about two milliseconds each. */
  readonly signatures: number;
  /** Headers in each direction, below and above a block. */
  readonly headers: number;
  /** Headers below the newest block, for an address. */
  readonly headersBelow: number;
  /** Transactions of a history to fetch for a page of it. */
  readonly history: number;
}

/**
 * Limits until the user asks for the rest: a block of about 4,900 transactions, 236 KB of headers in each direction; for an
 * address 2.4 MB of headers and ten requests for transactions.
 */
export const LIMITS: Limits = {
  blockBytes: 1024 * 1024,
  signatures: 300,
  headers: 2_000,
  headersBelow: 20_000,
  history: 1_000,
};

const NONE = Number.POSITIVE_INFINITY;
/** Limits once the user has asked for the rest. */
export const NO_LIMITS: Limits = {
  blockBytes: MAX_BLOCK_SIZE,
  signatures: NONE,
  headers: NONE,
  headersBelow: NONE,
  history: NONE,
};

/** Time-outs of the API in milliseconds: for an answer in JSON, and for one of bytes, which can be 8 MiB long. */
const TIMEOUTS = { json: 10_000, bytes: 60_000 };

/** Maximum number of headers of one request. */
export const HEADERS_AT_ONCE = EXPLORER_LIMITS.headers.maximum;

/** The API that the steps ask. Its answers reject with `ApiError`, `TransportError` or `ProtocolError`. */
export interface ApiSource {
  readonly api: Omit<ExplorerClient, 'getRawBlock' | 'getHeaders'>;
  /**
   * The bytes of a block.
   * @param most bytes of the answer to accept; a longer one is a `ProtocolError`
   */
  rawBlock: (reference: string | number, most: number) => Promise<Uint8Array>;
  /**
   * Headers of consecutive heights, lowest first, as 118 bytes each: `count` (1 to `HEADERS_AT_ONCE`), or fewer where the
   * API has no more. They are not checked.
   */
  headers: (from: number, count: number) => Promise<Uint8Array>;
}

/**
 * @param baseUrl of the Explorer API
 * @param fetch replaced in tests
 */
export function openSource(
  baseUrl: string,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
  timeouts = TIMEOUTS,
): ApiSource {
  const api = createExplorerClient({ baseUrl, fetch, timeoutMs: timeouts.json });
  /** Options of a request for bytes: an answer of more than `most` is a ProtocolError. */
  const upTo = (most: number): RequestOptions => {
    const stop = new AbortController();
    const tooLong = new ProtocolError('invalid_block', `the answer has more than ${most} bytes`);
    const onProgress = (bytes: number) => bytes > most && stop.abort(tooLong);
    return { signal: stop.signal, timeoutMs: timeouts.bytes, onProgress };
  };
  return {
    api,
    rawBlock: (height_or_hash, most) => api.getRawBlock({ height_or_hash }, upTo(most)),
    headers: async (from, count) => {
      const bytes = await api.getHeaders({ from, count }, upTo(count * HEADER_SIZE));
      if (bytes.length % HEADER_SIZE === 0) return bytes;
      throw new ProtocolError('invalid_block_header', `${bytes.length} bytes are not headers`);
    },
  };
}
