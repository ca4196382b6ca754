import {
  ApiError,
  type BlockSummary,
  createExplorerClient,
  type ExplorerClient,
  type ExplorerStatus,
  type TransactionDetail,
  type TransactionProof,
  TransportError,
} from '@cairn/api/explorer';
import { HEADER_SIZE } from '@cairn/protocol';
import type { Reason } from './model.ts';

/** How long the API may take, in milliseconds. */
export interface Patience {
  /** For one answer in JSON, its body included. */
  readonly answer: number;
  /** For bytes as a whole: a block of 8 MiB may take its time over a slow line. */
  readonly bytes: number;
  /** For the first and for each further part of them: a line on which nothing comes is given up. */
  readonly pause: number;
}
const PATIENCE: Patience = { answer: 10_000, bytes: 120_000, pause: 15_000 };

/** What the checks ask of the API. Each method rejects with `ApiError` or `TransportError`. */
export interface ApiSource {
  status: () => Promise<ExplorerStatus>;
  /** @param reference height or block ID */
  block: (reference: string | number) => Promise<BlockSummary>;
  /** @param most bytes from the beginning that are enough; the rest is not fetched */
  rawBlock: (
    reference: string | number,
    most?: number,
    onProgress?: (bytes: number) => void,
  ) => Promise<Uint8Array>;
  /** Summaries from a height on, at most ten, lowest first. */
  blocksFrom: (height: number, count: number) => Promise<BlockSummary[]>;
  /** Headers of 118 bytes from a height on, lowest first; fewer near the tip. @param count 1–2,000 */
  headers: (from: number, count: number) => Promise<Uint8Array>;
  /** The transaction at a place of a block. */
  transactionAt: (blockId: string, index: number) => Promise<TransactionDetail | undefined>;
  transaction: (id: string) => Promise<TransactionDetail>;
  proof: (id: string) => Promise<TransactionProof>;
}

/**
 * @param baseUrl of the Explorer API
 * @param fetch another `fetch`, for tests
 */
export function openSource(
  baseUrl: string,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
  patience = PATIENCE,
): ApiSource {
  const api = createExplorerClient({ baseUrl, fetch, timeoutMs: patience.answer });
  return {
    status: () => api.status(),
    block: async (reference) => (await api.getBlock({ height_or_hash: reference })).block,
    rawBlock: (reference, most = Number.POSITIVE_INFINITY, onProgress) =>
      fetchBytes({ baseUrl, fetch, patience, most, onProgress }, (bytes) =>
        bytes.getRawBlock({ height_or_hash: reference }),
      ),
    blocksFrom: async (height, count) => {
      const { items } = await api.listBlocks({ before_height: height + count, limit: count });
      return items.toReversed();
    },
    headers: (from, count) =>
      // One byte more shows an answer that is too long.
      fetchBytes(
        { baseUrl, fetch, patience, most: count * HEADER_SIZE + 1, onProgress: undefined },
        (bytes) => bytes.getHeaders({ from, count }),
      ),
    transactionAt: async (blockId, index) => {
      const page = await api.listBlockTransactions({ height_or_hash: blockId, offset: index, limit: 1 });
      return page.items[0];
    },
    transaction: (id) => api.getTransaction({ txid: id }),
    proof: (id) => api.getTransactionProof({ txid: id }),
  };
}

interface BytesRequest {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly patience: Patience;
  readonly most: number;
  readonly onProgress: ((bytes: number) => void) | undefined;
}

/** The first bytes of an answer, given up where nothing comes for a while. */
async function fetchBytes(
  request: BytesRequest,
  ask: (api: ExplorerClient) => Promise<unknown>,
): Promise<Uint8Array> {
  const { baseUrl, patience, most, onProgress } = request;
  const pause = new Pause(patience.pause);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, pause.signal]) : pause.signal;
    const response = await request.fetch(input, { ...init, signal });
    if (!response.ok || response.body === null) return response;
    const told = (bytes: number) => {
      pause.begin();
      onProgress?.(bytes);
    };
    return new Response(cut(response.body, most, told), response);
  };
  const api = createExplorerClient({ baseUrl, fetch, timeoutMs: patience.bytes });
  try {
    return (await ask(api)) as Uint8Array;
  } catch (error) {
    throw pause.signal.aborted ? new Unavailable({ code: 'slow' }) : error;
  } finally {
    pause.end();
  }
}

/** Aborts its signal once nothing has happened for a while. */
class Pause {
  readonly #abort = new AbortController();
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.begin();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Something happened: the while begins anew. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(), this.#milliseconds);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The first bytes of a stream; the rest is given up as soon as they are there. */
function cut(
  stream: ReadableStream<Uint8Array>,
  most: number,
  onProgress: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let size = 0;
  return new ReadableStream({
    async pull(controller) {
      const { value } = await reader.read();
      if (value !== undefined) {
        controller.enqueue(value.subarray(0, most - size));
        size += value.length;
        onProgress(Math.min(size, most));
      }
      if (value !== undefined && size < most) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Something that a check needs is not to be had; the check is then skipped, with this reason. */
export class Unavailable extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.name = 'Unavailable';
    this.reason = reason;
  }
}

const GONE: ReadonlySet<string> = new Set(['block_not_found', 'transaction_not_found']);

/**
 * Why something asked of the API cannot be checked.
 * @returns `undefined` for an error that is neither the API's nor the connection's
 */
export function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof Unavailable) return error.reason;
  if (error instanceof ApiError) {
    if (GONE.has(error.code)) return { code: 'gone' };
    return { code: error.code === 'not_found' ? 'not_supported' : 'refused' };
  }
  if (!(error instanceof TransportError)) return undefined;
  if (error.kind === 'timeout') return { code: 'slow' };
  return { code: error.kind === 'network' ? 'unreachable' : 'unreadable' };
}
