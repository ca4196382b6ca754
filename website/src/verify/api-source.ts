import {
  type BlockSummary,
  createExplorerClient,
  EXPLORER_LIMITS,
  type ExplorerStatus,
  type TransactionDetail,
  type TransactionProof,
} from '@cairn/api/explorer';
import { type BlockId, HEADER_SIZE, ProtocolError, type TransactionId } from '@cairn/protocol';
import { Unavailable } from './findings.ts';

/** Time-outs of the API, in milliseconds. */
export interface Timeouts {
  /** For an answer in JSON, body included. */
  readonly answer: number;
  /** For all bytes of an answer: a block of 8 MiB takes long on a slow connection. */
  readonly bytes: number;
  /** For the next bytes of an answer: a stream that stalls is given up. */
  readonly pause: number;
}
const TIMEOUTS: Timeouts = { answer: 10_000, bytes: 120_000, pause: 15_000 };

/** Most headers of one request. */
export const HEADERS_AT_ONCE = EXPLORER_LIMITS.headers.maximum;

/** The API's answers that the steps need. Each method rejects with `ApiError`, `TransportError`, `Unavailable` or `ProtocolError`. */
export interface ApiSource {
  status: () => Promise<ExplorerStatus>;
  /** @param reference height or block ID */
  block: (reference: string | number) => Promise<BlockSummary>;
  /** @param most bytes to fetch, from the beginning */
  rawBlock: (
    reference: string | number,
    most?: number,
    onProgress?: (bytes: number) => void,
  ) => Promise<Uint8Array>;
  /**
   * Headers of consecutive heights, lowest first, as 118 bytes each: `count` (1 to `HEADERS_AT_ONCE`), or fewer where the
   * API has no more. They are not checked.
   */
  headers: (from: number, count: number) => Promise<Uint8Array>;
  /** The transaction at a position in a block. */
  transactionAt: (blockId: BlockId, index: number) => Promise<TransactionDetail | undefined>;
  transaction: (id: TransactionId) => Promise<TransactionDetail>;
  proof: (id: TransactionId) => Promise<TransactionProof>;
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
  const api = createExplorerClient({ baseUrl, fetch, timeoutMs: timeouts.answer });
  const bytes = { baseUrl, fetch, timeouts };
  return {
    status: () => api.status(),
    block: async (reference) => (await api.getBlock({ height_or_hash: reference })).block,
    rawBlock: (reference, most = Number.POSITIVE_INFINITY, onProgress) =>
      fetchBytes(bytes, (client) => client.getRawBlock({ height_or_hash: reference }), most, onProgress),
    headers: async (from, count) => {
      const most = count * HEADER_SIZE;
      const answer = await fetchBytes(bytes, (client) => client.getHeaders({ from, count }), most + 1);
      if (answer.length > most || answer.length % HEADER_SIZE !== 0) {
        throw new ProtocolError('invalid_block_header', `not ${count} headers of ${HEADER_SIZE} bytes`);
      }
      return answer;
    },
    transactionAt: async (blockId, index) => {
      const page = await api.listBlockTransactions({ height_or_hash: blockId, offset: index, limit: 1 });
      return page.items[0];
    },
    transaction: (id) => api.getTransaction({ txid: id }),
    proof: (id) => api.getTransactionProof({ txid: id }),
  };
}

interface BytesSource {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeouts: Timeouts;
}
type Client = ReturnType<typeof createExplorerClient>;

/** The first bytes of an answer; fails if the stream stalls. */
async function fetchBytes(
  { baseUrl, fetch, timeouts }: BytesSource,
  ask: (client: Client) => Promise<unknown>,
  most: number,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<Uint8Array> {
  const idle = new IdleTimer(timeouts.pause);
  const watched: typeof globalThis.fetch = async (input, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, idle.signal]) : idle.signal;
    const response = await fetch(input, { ...init, signal });
    if (!response.ok || response.body === null) return response;
    const onBytes = (bytes: number) => {
      idle.restart();
      onProgress(bytes);
    };
    return new Response(firstBytes(response.body, most, onBytes), response);
  };
  try {
    const client = createExplorerClient({ baseUrl, fetch: watched, timeoutMs: timeouts.bytes });
    return (await ask(client)) as Uint8Array;
  } catch (error) {
    throw idle.signal.aborted ? new Unavailable('slow') : error;
  } finally {
    idle.stop();
  }
}

/** Aborts its signal unless it is restarted in time. */
class IdleTimer {
  readonly #abort = new AbortController();
  readonly #milliseconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(), this.#milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The first `most` bytes of a stream; the rest is cancelled. */
function firstBytes(
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
