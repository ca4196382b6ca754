/** A block of the chain as the writing thread reads it, and its rows of the table `transactions`. */
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
import type { LocatedBlock } from '../chain/chain-types.ts';
import { digestTransactions } from '../chain/transaction-checks.ts';
import { type Digest, proveBlock } from '../chain/whole-blocks.ts';
import type { NewRow } from './tables.ts';
import { ProjectionError } from './store.ts';

/** A block with its header and transfers decoded. */
export interface ProjectedBlock {
  readonly header: BlockHeader;
  readonly id: BlockId;
  readonly raw: Uint8Array;
  /** In block order, 32 bytes each. */
  readonly transactionIds: Uint8Array;
  readonly transactions: BlockTransactions;
}

/** Reads the bytes at a block's place, as many as it has; whatever cannot be read is an error, or bytes that prove nothing. */
export type ReadBytes = (place: LocatedBlock) => Uint8Array | Promise<Uint8Array>;

/**
 * Reads a block and proves it.
 * @throws ProjectionError `storage_failed`, with file and offset
 */
export async function readBlock(place: LocatedBlock, read: ReadBytes): Promise<ProjectedBlock> {
  const { id } = place;
  let bytes: Uint8Array;
  try {
    bytes = await read(place);
  } catch (error) {
    throw damageOf(place, `cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const proven = await proveBlock(bytes, id, digest);
  if (proven === undefined) throw damageOf(place, 'is another one');
  const { raw, transactionIds } = proven;
  return {
    header: decodeBlockHeader(raw),
    id,
    raw,
    transactionIds,
    transactions: new BlockTransactions(raw.subarray(HEADER_SIZE)).readAll(),
  };
}

const digest: Digest = async (transactions) => digestTransactions(transactions);

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
