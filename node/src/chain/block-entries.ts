import { COINBASE_SENDER, HEADER_SIZE, type TransactionBody } from '@cairn/protocol';
import type { BlockLocation, FilePosition } from '../storage/block-files.ts';
import type { CoreWriter } from '../storage/core-writer.ts';
import type { BlockEntry } from '../storage/layout.ts';
import type { UndoEntry } from '../storage/undo.ts';
import type { ChainTip } from './chain-reader.ts';
import { forEachInSlices } from './event-loop.ts';
import type { ValidatedBlock } from './validated-block.ts';

const ID_SIZE = 32;

/** Where the next record begins once this block is the newest. */
export function endOf({ file, offset, size }: BlockLocation): FilePosition {
  return { file, offset: offset + size };
}

/** Writes every entry of a new block, the tip included. */
export async function connectBlock(
  writer: CoreWriter,
  block: ValidatedBlock,
  location: BlockLocation,
): Promise<void> {
  const { height } = block.header;
  await forEachTransaction(block, (id, index, addresses) => {
    writer.putTransaction(id, { height, index });
    for (const address of addresses) writer.putHistory(address, { height, index });
  });
  writer.putPrints(height, block.transactionIds);
  const { before, after } = block.accounts;
  const addresses = [...after.keys()];
  await forEachInSlices(addresses.length, (index) => {
    const address = addresses[index]!;
    writer.setAccount(address, after.get(address));
  });
  writer.putUndo(
    height,
    addresses.map((address) => ({ address, state: before.get(address) })),
  );
  writer.putBlock(height, blockEntry(block, location));
  setTip(writer, { height, id: block.id }, endOf(location));
}

/** What stepping a block back needs of it. */
export interface SteppedBlock extends ChainTip {
  readonly transactions: readonly TransactionBody[];
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
  readonly undo: readonly UndoEntry[];
}

/**
 * Removes every entry of the newest block and restores what it changed, the tip included.
 * @param end where the records end without the block
 */
export async function disconnectBlock(
  writer: CoreWriter,
  block: SteppedBlock,
  previous: ChainTip,
  end: FilePosition,
): Promise<void> {
  const { height } = block;
  await forEachTransaction(block, (id, index, addresses) => {
    writer.deleteTransaction(id);
    for (const address of addresses) writer.deleteHistory(address, { height, index });
  });
  writer.deletePrints(height, block.transactions.length);
  for (const { address, state } of block.undo) writer.setAccount(address, state);
  writer.deleteUndo(height);
  writer.deleteBlock(height, block.id);
  setTip(writer, previous, end);
}

type Visit = (id: Uint8Array, index: number, addresses: readonly string[]) => void;

function forEachTransaction(
  { transactions, transactionIds }: Pick<SteppedBlock, 'transactions' | 'transactionIds'>,
  visit: Visit,
): Promise<void> {
  return forEachInSlices(transactions.length, (index) => {
    const id = transactionIds.subarray(index * ID_SIZE, (index + 1) * ID_SIZE);
    visit(id, index, namedAddresses(transactions[index]!));
  });
}

/** The addresses whose history a transaction belongs to: once each, the coinbase's sender never. */
function namedAddresses({ fromAddress, toAddress }: TransactionBody): string[] {
  return fromAddress === COINBASE_SENDER || fromAddress === toAddress
    ? [toAddress]
    : [fromAddress, toAddress];
}

function blockEntry(block: ValidatedBlock, { file, offset }: BlockLocation): BlockEntry {
  return {
    file,
    offset,
    transactionCount: block.transactions.length,
    totalFees: block.totalFees,
    reward: block.reward,
    id: block.id,
    header: block.raw.subarray(0, HEADER_SIZE),
  };
}

function setTip(writer: CoreWriter, { height, id }: ChainTip, end: FilePosition): void {
  writer.putTip({ height, id, endFile: end.file, endOffset: end.offset });
}
