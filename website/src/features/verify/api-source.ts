import type { RequestOptions } from '@cairn/api';
import { createExplorerClient, EXPLORER_LIMITS, type ExplorerClient } from '@cairn/api/explorer';
import { HEADER_SIZE, MAX_BLOCK_SIZE, ProtocolError } from '@cairn/protocol';

/** What a page's proof fetches and computes at most. */
export interface Limits {
  /** Headers of the walk. */
  readonly headers: number;
  /** Bytes of the largest block that is fetched. */
  readonly blockBytes: number;
  /** Transfers of a block to check: their signatures take about two milliseconds each. */
  readonly signatures: number;
  /** Transactions of a history to fetch for a page of it. */
  readonly history: number;
}

/** Until the user asks for the rest: 2.4 MB of headers, a block of 4,900 transactions, ten requests for a history. */
export const LIMITS: Limits = { headers: 20_000, blockBytes: 1024 * 1024, signatures: 300, history: 1_000 };

const NONE = Number.POSITIVE_INFINITY;
/** Once the user has asked for the rest. */
export const NO_LIMITS: Limits = {
  headers: NONE,
  blockBytes: MAX_BLOCK_SIZE,
  signatures: NONE,
  history: NONE,
};

/** Milliseconds to wait for an answer in JSON, and for one of bytes, which can be 8 MiB long. */
const TIMEOUTS = { json: 10_000, bytes: 60_000 };

/** Maximum number of headers of one request. */
export const HEADERS_AT_ONCE = EXPLORER_LIMITS.headers.maximum;

/** The API that proofs ask. Its answers reject with `ApiError`, `TransportError` or `ProtocolError`, and are not checked. */
export interface ApiSource {
  readonly api: Omit<ExplorerClient, 'getRawBlock' | 'getHeaders'>;
  /** The bytes of a block. @param most a longer answer is a `ProtocolError` */
  rawBlock: (reference: string | number, most: number) => Promise<Uint8Array>;
  /**
   * Headers of consecutive heights, lowest first, 118 bytes each.
   * @param count 1 to `HEADERS_AT_ONCE`; fewer come where the API has no more
   */
  headers: (from: number, count: number) => Promise<Uint8Array>;
}

/** @param baseUrl of the Explorer API */
export function openSource(
  baseUrl: string,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): ApiSource {
  const api = createExplorerClient({ baseUrl, fetch, timeoutMs: TIMEOUTS.json });
  const upTo = (most: number): RequestOptions => {
    const stop = new AbortController();
    const tooLong = new ProtocolError('invalid_block', `the answer has more than ${most} bytes`);
    const onProgress = (bytes: number) => bytes > most && stop.abort(tooLong);
    return { signal: stop.signal, timeoutMs: TIMEOUTS.bytes, onProgress };
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
