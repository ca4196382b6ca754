import {
  blockSize,
  BlockTransactions,
  bytesToHex,
  decodeBlockHeader,
  decodeTransaction,
  equalBytes,
  HEADER_SIZE,
  TRANSACTION_SIZE,
  transactionId,
  transactionIdBytes,
  transactionOffset,
} from '@cairn/protocol';
import { BlockFileError } from '../storage/errors.ts';
import type { BlockFiles, BlockLocation } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import type { BlockEntry } from '../storage/layout.ts';
import type { StoredBlockSummary, StoredTransaction, TransactionLocation } from './chain-reader.ts';
import { digestTransactions } from './transaction-checks.ts';

/** The summary of a block from its entry in the index: no file is read. */
export function summaryOf(height: number, entry: BlockEntry): StoredBlockSummary {
  return {
    height,
    id: entry.id,
    header: decodeBlockHeader(entry.header),
    transactionCount: entry.transactionCount,
    sizeBytes: blockSize(entry.transactionCount),
    totalFees: entry.totalFees,
    reward: entry.reward,
  };
}

/** Where a block's own bytes stand. */
export function locationOf({ file, offset, transactionCount }: BlockEntry): BlockLocation {
  return { file, offset, size: blockSize(transactionCount) };
}

/**
 * Reads a whole block and proves it: its header is the indexed one and its transactions give the header's Merkle root.
 * @throws BlockFileError
 */
export async function readBlock(files: BlockFiles, entry: BlockEntry): Promise<Uint8Array> {
  const location = locationOf(entry);
  const raw = await files.read(location, location.size);
  const headerBytes = raw.subarray(0, HEADER_SIZE);
  const root = bytesToHex(digestTransactions(raw.subarray(HEADER_SIZE)).root);
  if (!equalBytes(headerBytes, entry.header) || root !== decodeBlockHeader(headerBytes).merkleRoot) {
    throw damaged(files, location, `block ${entry.id} does not stand here`);
  }
  return raw;
}

/** A whole block, decoded, with its transaction IDs. @throws BlockFileError */
export async function readDecodedBlock(files: BlockFiles, entry: BlockEntry) {
  const raw = await readBlock(files, entry);
  const { ids: transactionIds } = digestTransactions(raw.subarray(HEADER_SIZE));
  const transactions = new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll();
  return { raw, transactions, transactionIds };
}

/**
 * Reads one page of a block's transactions and proves each by the print that the index keeps of its ID.
 * @throws BlockFileError
 */
export function readTransactionPage(
  files: BlockFiles,
  core: CoreStore,
  block: { height: number; entry: BlockEntry },
  page: { offset: number; limit: number },
): StoredTransaction[] {
  const { height, entry } = block;
  const start = Math.min(page.offset, entry.transactionCount);
  const count = Math.min(page.limit, entry.transactionCount - start);
  if (count <= 0) return [];
  const place = { file: entry.file, offset: entry.offset + transactionOffset(start) };
  const bytes = files.readNow(place, count * TRANSACTION_SIZE);
  const isAt = core.printCheck(height);
  return Array.from({ length: count }, (_, position) => {
    const begin = position * TRANSACTION_SIZE;
    const raw = bytes.subarray(begin, begin + TRANSACTION_SIZE);
    const id = transactionIdBytes(raw);
    const index = start + position;
    if (!isAt(index, id)) {
      const here = { file: place.file, offset: place.offset + begin };
      throw damaged(files, here, `transaction ${index} of block ${height} does not stand here`);
    }
    return storedTransaction(bytesToHex(id), { height, index }, raw);
  });
}

/**
 * What stands at a transaction's indexed place, with the ID that it has.
 * @returns `undefined` past the block's last transaction
 */
export function readTransactionAt(
  files: BlockFiles,
  entry: BlockEntry,
  location: TransactionLocation,
): StoredTransaction | undefined {
  if (location.index >= entry.transactionCount) return undefined;
  const place = { file: entry.file, offset: entry.offset + transactionOffset(location.index) };
  const raw = files.readNow(place, TRANSACTION_SIZE);
  return storedTransaction(transactionId(raw), location, raw);
}

/** Decoded when somebody looks. */
function storedTransaction(
  id: string,
  { height, index }: TransactionLocation,
  raw: Uint8Array,
): StoredTransaction {
  return {
    id,
    height,
    index,
    get transaction() {
      return decodeTransaction(raw);
    },
    raw,
  };
}

function damaged(files: BlockFiles, at: { file: number; offset: number }, problem: string): BlockFileError {
  return new BlockFileError(files.pathOf(at.file), at.offset, problem);
}
