/** A block of the chain as the writing thread reads it, and its rows of the table `transactions`. */
import { closeSync, openSync, readSync } from 'node:fs';
import {
  type BlockHeader,
  type BlockId,
  BlockTransactions,
  decodeBlockHeader,
  HEADER_SIZE,
  ID_SIZE,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  transactionOffset,
} from '@cairn/protocol';
import { type Digest, digestTransactions, type LocatedBlock, proveBlock } from '@cairn/chain';
import type { NewRow } from './tables.ts';
import { ProjectionError } from './store.ts';

/** A block with its header and transfers decoded. */
export interface ProjectedBlock {
  readonly header: BlockHeader;
  readonly id: BlockId;
  readonly raw: Buffer;
  /** In block order, 32 bytes each. */
  readonly transactionIds: Buffer;
  readonly transactions: BlockTransactions;
}

/**
 * Reads a block from its file and proves it.
 * @throws ProjectionError `storage_failed`, with file and offset
 */
export async function readBlock(place: LocatedBlock): Promise<ProjectedBlock> {
  const { id } = place;
  const proven = await proveBlock(readFile(place), id, digest);
  if (proven === undefined) throw damageOf(place, 'is another one');
  const { raw, transactionIds } = proven;
  return {
    header: decodeBlockHeader(raw),
    id,
    raw: bufferOf(raw),
    transactionIds: bufferOf(transactionIds),
    transactions: new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll(),
  };
}

const digest: Digest = async (transactions) => digestTransactions(transactions);

/** Reads synchronously: the writing thread has nothing else to do. Bytes past the end of the file stay 0, which proves nothing. */
function readFile(block: LocatedBlock): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(block.path, 'r');
    const bytes = new Uint8Array(block.size);
    readSync(file, bytes, 0, block.size, block.offset);
    return bytes;
  } catch (error) {
    throw damageOf(block, `cannot be read: ${(error as Error).message}`, { cause: error });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function damageOf(
  { height, path, offset }: LocatedBlock,
  problem: string,
  options?: ErrorOptions,
): ProjectionError {
  const message = `block ${height} at byte ${offset} of ${path} ${problem}`;
  return new ProjectionError('storage_failed', message, options);
}

const UNLOCK_SIG = TRANSACTION_LAYOUT.offsetOf('unlockSig');

/** The rows of a block's transactions. @param first sequence number of the coinbase */
export function* transactionRows(
  { header, raw, transactionIds, transactions }: ProjectedBlock,
  first: number,
): Generator<NewRow<'transactions'>> {
  const { addresses, senders, recipients, values, fees, nonces } = transactions;
  for (let index = 0; index < transactions.count; index += 1) {
    const start = transactionOffset(index);
    yield {
      sequence: first + index,
      height: header.height,
      index_in_block: index,
      id: transactionIds.subarray(index * ID_SIZE, (index + 1) * ID_SIZE),
      from_address: addresses[senders[index]!]!,
      to_address: addresses[recipients[index]!]!,
      value: values[index]!,
      fee: fees[index]!,
      nonce: nonces[index]!,
      unlock_sig: raw.subarray(start + UNLOCK_SIG, start + TRANSACTION_SIZE),
    };
  }
}

/** The same bytes; better-sqlite3 takes Buffers. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
