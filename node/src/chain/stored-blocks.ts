import {
  bytesToHex,
  decodeBlock,
  decodeBlockHeader,
  decodeTransaction,
  blockSize,
  merkleRoot,
  splitBlock,
  TRANSACTION_SIZE,
  transactionId,
  transactionIdBytes,
  transactionOffset,
  equalBytes,
  HEADER_SIZE,
} from '@cairn/protocol';
import { BlockFileError } from '../storage/block-file-error.ts';
import type { BlockFiles } from '../storage/block-files.ts';
import type { CoreStore } from '../storage/core-store.ts';
import type { BlockRecordValue } from '../storage/layout.ts';
import type { StoredBlockSummary, StoredTransaction } from './chain-reader.ts';

/** The summary of a block from its record in the index: no file is read. */
export function summaryOf(height: number, record: BlockRecordValue): StoredBlockSummary {
  return {
    height,
    id: record.id,
    header: decodeBlockHeader(record.header),
    transactionCount: record.transactionCount,
    sizeBytes: blockSize(record.transactionCount),
    totalFees: record.totalFees,
    reward: record.reward,
  };
}

/**
 * Reads a whole block and proves it: its header is the indexed one and its transactions give the header's Merkle root.
 * @throws BlockFileError
 */
export async function readBlock(files: BlockFiles, record: BlockRecordValue): Promise<Uint8Array> {
  const raw = await files.read(record, blockSize(record.transactionCount));
  const ids = splitBlock(raw).transactionBytes.map(transactionIdBytes);
  const header = raw.subarray(0, HEADER_SIZE);
  if (
    !equalBytes(header, record.header) ||
    bytesToHex(merkleRoot(ids)) !== decodeBlockHeader(header).merkleRoot
  ) {
    throw new BlockFileError(
      files.pathOf(record.file),
      record.offset,
      `block ${record.id} does not stand here`,
    );
  }
  return raw;
}

/** A whole block, decoded, with its transaction IDs. @throws BlockFileError */
export async function readDecodedBlock(files: BlockFiles, record: BlockRecordValue) {
  const raw = await readBlock(files, record);
  return {
    raw,
    transactions: decodeBlock(raw).transactions,
    transactionIds: splitBlock(raw).transactionBytes.map(transactionIdBytes),
  };
}

/**
 * Reads one page of a block's transactions and proves each: its ID is indexed at just that place.
 * @throws BlockFileError
 */
export async function readTransactionPage(
  files: BlockFiles,
  core: CoreStore,
  block: { height: number; record: BlockRecordValue },
  page: { offset: number; limit: number },
): Promise<StoredTransaction[]> {
  const { height, record } = block;
  const start = Math.min(page.offset, record.transactionCount);
  const count = Math.min(page.limit, record.transactionCount - start);
  if (count <= 0) return [];
  const place = { file: record.file, offset: record.offset + transactionOffset(start) };
  const bytes = await files.read(place, count * TRANSACTION_SIZE);
  return Array.from({ length: count }, (_, position) => {
    const raw = bytes.subarray(position * TRANSACTION_SIZE, (position + 1) * TRANSACTION_SIZE);
    const id = transactionId(raw);
    const index = start + position;
    const location = core.locateTransaction(id);
    if (location?.height !== height || location.index !== index) {
      const offset = place.offset + position * TRANSACTION_SIZE;
      throw new BlockFileError(
        files.pathOf(record.file),
        offset,
        `no transaction of block ${height} stands here`,
      );
    }
    return { id, height, index, transaction: decodeTransaction(raw), raw };
  });
}
