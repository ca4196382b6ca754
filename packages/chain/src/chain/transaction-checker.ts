import {
  ConsensusError,
  hexToBytes,
  ID_SIZE,
  type Network,
  ProtocolError,
  TRANSACTION_SIZE,
  type TransactionId,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';
import { toHash, type Hash } from '../storage/account-tree.ts';
import {
  digestTransactions,
  transactionAt,
  type TransferValidator,
  type TransactionDigest,
  type TransferFault,
} from './transaction-checks.ts';

/** Up to this many transactions are checked on the calling thread: sending them to another would take longer. */
const INLINE_LIMIT = 32;
/** Transfers checked by one task. */
const TRANSFERS_PER_TASK = 512;
/** IDs of verified transfers to remember: those of a full mempool. */
const VERIFIED_TRANSFERS = 20_000;

/** Where a home hashes and checks the transactions of large blocks: in threads, or at once. */
export interface TransactionTasks {
  /** What checks few transfers, on the calling thread. */
  readonly validator: TransferValidator;
  /** Tasks that have not begun. */
  readonly waiting: number;
  digest(transactions: Uint8Array): Promise<TransactionDigest>;
  /** @param transfers called when the task begins; it may have none */
  findFault(transfers: () => Uint8Array<ArrayBuffer>): Promise<TransferFault | undefined>;
  /** Waits for the tasks. */
  close(): Promise<void>;
}

/** Hashes and checks transactions: few of them at once, many as tasks. */
export class TransactionChecker {
  readonly network: Network;
  readonly #tasks: TransactionTasks;
  /**
   * IDs of transfers that proved valid, signature included, on admission to the mempool. An ID is the hash of all bytes of a
   * transfer, so that it need not be checked again in its block.
   */
  readonly #verified = new LRUCache<Hash, true>({ maxSize: VERIFIED_TRANSFERS, sizeCalculation: () => 1 });

  constructor(network: Network, tasks: TransactionTasks) {
    this.network = network;
    this.#tasks = tasks;
  }

  /** Tasks that have not begun. */
  get waiting(): number {
    return this.#tasks.waiting;
  }

  /** @param transactions one after another, 213 bytes each, at least one */
  async digest(transactions: Uint8Array): Promise<TransactionDigest> {
    if (transactions.length <= INLINE_LIMIT * TRANSACTION_SIZE) return digestTransactions(transactions);
    return this.#tasks.digest(transactions);
  }

  /**
   * Finds the first transfer of a block that is invalid whatever the accounts are, signature included. Transfers that `verify`
   * accepted are not checked again.
   * @param transactions of the block, the coinbase first, 213 bytes each @param ids their IDs, from `digest`
   * @throws ProtocolError, ConsensusError for an invalid transfer, with its position
   */
  async checkTransfers(transactions: Uint8Array, ids: Uint8Array): Promise<void> {
    const count = ids.length / ID_SIZE;
    const isSmall = count <= INLINE_LIMIT;
    const check = async (first: number): Promise<ConsensusError | ProtocolError | undefined> => {
      let places: number[] = [];
      const transfers = (): Uint8Array<ArrayBuffer> => {
        places = this.#unverified(ids, first, Math.min(first + TRANSFERS_PER_TASK, count));
        return bytesAt(transactions, places);
      };
      const fault = await (isSmall
        ? this.#tasks.validator.findFault(transfers())
        : this.#tasks.findFault(transfers));
      return fault && errorOf(fault, places[fault.index]!);
    };
    const faults: Promise<ConsensusError | ProtocolError | undefined>[] = [];
    for (let first = 1; first < count; first += TRANSFERS_PER_TASK) faults.push(check(first));
    const fault = (await Promise.all(faults)).find((one) => one !== undefined);
    if (fault !== undefined) throw fault;
  }

  /**
   * Validates a transfer, signature included, but not its sender's balance and nonce. A valid one is not checked again in its
   * block.
   * @param raw its 213 bytes @param id its ID, 64 lowercase hex characters
   */
  verify(raw: Uint8Array, id: TransactionId): boolean {
    const hash = toHash(hexToBytes(id));
    if (this.#verified.has(hash)) return true;
    if (this.#tasks.validator.findFault(raw) !== undefined) return false;
    this.#verified.set(hash, true);
    return true;
  }

  /** Waits for the tasks. */
  close(): Promise<void> {
    return this.#tasks.close();
  }

  /** Positions of the transfers that are not verified yet, from one to before another. */
  #unverified(ids: Uint8Array, first: number, end: number): number[] {
    const places: number[] = [];
    for (let place = first; place < end; place += 1) {
      const id = ids.subarray(place * ID_SIZE, (place + 1) * ID_SIZE);
      if (!this.#verified.has(toHash(id))) places.push(place);
    }
    return places;
  }
}

/** A copy of the transactions at some places. */
function bytesAt(transactions: Uint8Array, places: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(places.length * TRANSACTION_SIZE);
  places.forEach((place, index) => bytes.set(transactionAt(transactions, place), index * TRANSACTION_SIZE));
  return bytes;
}

function errorOf({ name, code, message }: TransferFault, index: number): ConsensusError | ProtocolError {
  if (name === 'ProtocolError') return new ProtocolError(code as ProtocolError['code'], message);
  return new ConsensusError(code as ConsensusError['code'], `transaction ${index}: ${message}`, { index });
}
