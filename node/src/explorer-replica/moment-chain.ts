import {
  bytesToHex,
  decodeTransaction,
  TRANSACTION_SIZE,
  transactionId,
  type AccountState,
  type Network,
} from '@cairn/protocol';
import type { ChainReader, ChainTip, StoredBlockSummary, StoredTransaction } from '../chain/chain-reader.ts';
import type { ProjectedTransaction } from '../projection/index.ts';
import { readRecords } from '../projection/postgres/index.ts';
import type { BlockSliceReader } from './block-slice-reader.ts';

const ID_SIZE = 32;

/** What was read for one answer. */
export interface MomentParts {
  readonly tip: ChainTip | undefined;
  readonly blocks: readonly StoredBlockSummary[];
  /** Records of the transactions that the answer shows, in its order. */
  readonly records: Uint8Array;
  readonly account: AccountState | undefined;
}

/**
 * The chain as of the moment of one answer, and no more of it than that answer needs: what was not read for it is not
 * there. Only a block's bytes are read later; they belong to its ID, whatever happens meanwhile.
 */
export class MomentChain implements ChainReader {
  readonly network: Network;
  readonly #parts: MomentParts;
  readonly #slices: BlockSliceReader;

  constructor(network: Network, parts: MomentParts, slices: BlockSliceReader) {
    this.network = network;
    this.#parts = parts;
    this.#slices = slices;
  }

  tip(): ChainTip | undefined {
    return this.#parts.tip;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    return this.#parts.blocks.find((block) => block.height === height);
  }

  heightOfBlock(id: string): number | undefined {
    return this.#parts.blocks.find((block) => block.id === id)?.height;
  }

  readBlockSlice(
    block: ChainTip,
    slice: { offset: number; length: number },
  ): Promise<Uint8Array | undefined> {
    return this.#slices.readBlockSlice(block, slice);
  }

  blockDamage(height: number, offset: number): Error {
    return this.#slices.blockDamage(height, offset);
  }

  async readTransactions(height: number): Promise<StoredTransaction[] | undefined> {
    return this.blockSummary(height) && this.#transactions().map(storedTransaction);
  }

  async findTransaction(id: string): Promise<StoredTransaction | undefined> {
    const [found] = this.#transactions().map(storedTransaction);
    return found !== undefined && found.id === id && transactionId(found.raw) === id ? found : undefined;
  }

  account(): AccountState | undefined {
    return this.#parts.account;
  }

  readRawBlock(): never {
    throw new Error('a replica reads blocks a slice at a time');
  }

  locateTransaction(): never {
    throw new Error('a replica looks transactions up whole');
  }

  accountHistory(): never {
    throw new Error('a replica has histories from the index only');
  }

  subscribe(): never {
    throw new Error('a moment does not change');
  }

  #transactions(): ProjectedTransaction[] {
    return readRecords(this.#parts.records);
  }
}

function storedTransaction({ height, index, bytes, at }: ProjectedTransaction): StoredTransaction {
  const raw = Uint8Array.prototype.slice.call(bytes, at + ID_SIZE, at + ID_SIZE + TRANSACTION_SIZE);
  return {
    id: bytesToHex(bytes.subarray(at, at + ID_SIZE)),
    height,
    index,
    raw,
    transaction: decodeTransaction(raw),
  };
}
