import type { RequestOptions } from '@cairn/api';
import {
  type AddressHistory,
  type AddressProof,
  type AddressState,
  type BlockSummary,
  createExplorerClient,
  EXPLORER_LIMITS,
  type ExplorerStatus,
  type HistoryDirection,
  type TransactionDetail,
  type TransactionProof,
} from '@cairn/api/explorer';
import { type Address, HEADER_SIZE, ProtocolError, type TransactionId } from '@cairn/protocol';
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

/** Maximum number of headers of one request. */
export const HEADERS_AT_ONCE = EXPLORER_LIMITS.headers.maximum;
/** Maximum number of transactions of one request. */
export const ROWS_AT_ONCE = EXPLORER_LIMITS.list.maximum;

/**
 * Requests to the API that the steps need. Each method rejects with `ApiError`, `TransportError`, `Unavailable` or
 * `ProtocolError`.
 */
export interface ApiSource {
  status: () => Promise<ExplorerStatus>;
  /** @param reference height or block ID */
  block: (reference: string | number) => Promise<BlockSummary>;
  /** @param most bytes of the answer to accept; a longer one is a `ProtocolError` */
  rawBlock: (
    reference: string | number,
    most: number,
    onProgress?: (bytes: number) => void,
  ) => Promise<Uint8Array>;
  /**
   * Headers of consecutive heights, lowest first, as 118 bytes each: `count` (1 to `HEADERS_AT_ONCE`), or fewer where the
   * API has no more. They are not checked.
   */
  headers: (from: number, count: number) => Promise<Uint8Array>;
  transaction: (id: TransactionId) => Promise<TransactionDetail>;
  proof: (id: TransactionId) => Promise<TransactionProof>;
  address: (address: Address) => Promise<AddressState>;
  /**
   * Transactions of an address, newest first.
   * @param limit 1 to `ROWS_AT_ONCE`
   * @param direction only those of this direction
   */
  history: (
    address: Address,
    limit: number,
    offset: number,
    direction?: HistoryDirection,
  ) => Promise<AddressHistory>;
  /** @param before `HEIGHT-INDEX` of a transaction of the address, for the history before it */
  addressProof: (address: Address, before?: string) => Promise<AddressProof>;
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
  return {
    status: () => api.status(),
    block: async (reference) => (await api.getBlock({ height_or_hash: reference })).block,
    rawBlock: (reference, most, onProgress) =>
      receiveBytes(
        (options) => api.getRawBlock({ height_or_hash: reference }, options),
        most,
        timeouts,
        onProgress,
      ),
    headers: async (from, count) => {
      const most = count * HEADER_SIZE;
      const bytes = await receiveBytes((options) => api.getHeaders({ from, count }, options), most, timeouts);
      if (bytes.length % HEADER_SIZE === 0) return bytes;
      throw new ProtocolError('invalid_block_header', `${bytes.length} bytes are not headers`);
    },
    transaction: (id) => api.getTransaction({ txid: id }),
    proof: (id) => api.getTransactionProof({ txid: id }),
    address: (address) => api.getAddress({ address }),
    history: (address, limit, offset, direction) =>
      api.listAddressTransactions({ address, limit, offset, direction }),
    addressProof: (address, before) => api.getAddressProof({ address, before }),
  };
}

/**
 * The bytes of an answer.
 * @param most bytes of the answer to accept
 * @throws Unavailable `slow` if no bytes arrive for `timeouts.pause`; ProtocolError for more than `most` bytes; else the
 *   client's error
 */
async function receiveBytes(
  request: (options: RequestOptions) => Promise<unknown>,
  most: number,
  timeouts: Timeouts,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<Uint8Array> {
  const stop = new AbortController();
  const stall = () => stop.abort(new Unavailable('slow'));
  let timer = setTimeout(stall, timeouts.pause);
  const watch = (bytes: number) => {
    clearTimeout(timer);
    timer = setTimeout(stall, timeouts.pause);
    if (bytes > most) {
      stop.abort(new ProtocolError('invalid_block', `the answer has more than ${most} bytes`));
    }
    onProgress(bytes);
  };
  try {
    const options = { signal: stop.signal, timeoutMs: timeouts.bytes, onProgress: watch };
    return (await request(options)) as Uint8Array;
  } finally {
    clearTimeout(timer);
  }
}
