import { type Address, type BlockTransactions, HEADER_SIZE } from '@cairn/protocol';
import type { BlockLocation, FilePosition } from '../storage/block-files.ts';
import type { CoreWriter } from '../storage/core-writer.ts';
import type { BlockEntry, UndoEntry } from '../storage/layout.ts';
import type { ChainTip, TipWithWork } from './chain-reader.ts';
import { forEachInSlices, nextTurn } from './scheduling.ts';
import type { ValidatedBlock } from './block-validation.ts';

const ID_SIZE = 32;

/** End of a block's record; the next record begins there. */
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
  const { before, after } = block.accounts;
  await forEachTransaction(block, (id, index) => writer.putTransaction(id, { height, index }));
  await forEachAddress(block.transactions, (address, indices) => {
    writer.putHistory(address, height, indices);
    writer.setAccount(address, after.get(address));
  });
  await nextTurn(before.size);
  writer.putIdPrefixes(height, block.transactionIds);
  const changes = Array.from(before, ([address, state]) => ({ address, state }));
  await nextTurn(before.size);
  writer.putUndo(height, changes);
  await nextTurn(before.size);
  writer.putBlock(height, blockEntry(block, location));
  setTip(writer, { height, id: block.id, work: block.work }, endOf(location));
}

/** Data needed to disconnect a block. */
export interface SteppedBlock extends ChainTip {
  readonly transactions: BlockTransactions;
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
  readonly undo: readonly UndoEntry[];
}

/**
 * Removes every entry of the newest block and restores the state before it, including the tip.
 * @param end end of the records without the block
 */
export async function disconnectBlock(
  writer: CoreWriter,
  block: SteppedBlock,
  previous: TipWithWork,
  end: FilePosition,
): Promise<void> {
  const { height } = block;
  await forEachTransaction(block, (id) => writer.deleteTransaction(id));
  await forEachAddress(block.transactions, (address, indices) =>
    writer.deleteHistory(address, height, indices),
  );
  writer.deleteIdPrefixes(height, block.transactions.count);
  await forEachInSlices(block.undo.length, (index) => {
    const { address, state } = block.undo[index]!;
    writer.setAccount(address, state);
  });
  writer.deleteUndo(height);
  writer.deleteBlock(height, block.id);
  setTip(writer, previous, end);
}

function forEachTransaction(
  { transactions, transactionIds: ids }: Pick<SteppedBlock, 'transactions' | 'transactionIds'>,
  visit: (id: Uint8Array, index: number) => void,
): Promise<void> {
  return forEachInSlices(transactions.count, (index) => {
    visit(ids.subarray(index * ID_SIZE, (index + 1) * ID_SIZE), index);
  });
}

/** Visits each address with the transactions in its history; the coinbase's sender has no history. */
async function forEachAddress(
  transactions: BlockTransactions,
  visit: (address: Address, indices: Uint32Array) => void,
): Promise<void> {
  const { addresses } = transactions;
  const histories = historiesOf(transactions);
  await nextTurn(addresses.length);
  await forEachInSlices(addresses.length, (number) => {
    const indices = histories(number);
    if (indices.length > 0) visit(addresses[number]!, indices);
  });
}

/** @returns the transactions that name an address, by the address's number: in block order, each once */
function historiesOf(transactions: BlockTransactions): (number: number) => Uint32Array {
  const { count, senders, recipients, addresses } = transactions;
  const forEachMention = (visit: (number: number, index: number) => void): void => {
    for (let index = 0; index < count; index += 1) {
      const sender = senders[index]!;
      const recipient = recipients[index]!;
      if (sender !== recipient && !transactions.isCoinbase(index)) visit(sender, index);
      visit(recipient, index);
    }
  };
  const ends = new Uint32Array(addresses.length + 1);
  forEachMention((number) => (ends[number + 1]! += 1));
  for (let number = 0; number < addresses.length; number += 1) ends[number + 1]! += ends[number]!;
  const begins = ends.slice();
  const indices = new Uint32Array(ends[addresses.length]!);
  forEachMention((number, index) => {
    indices[begins[number]!] = index;
    begins[number]! += 1;
  });
  return (number) => indices.subarray(ends[number], ends[number + 1]);
}

function blockEntry(block: ValidatedBlock, { file, offset }: BlockLocation): BlockEntry {
  return {
    file,
    offset,
    transactionCount: block.transactions.count,
    totalFees: block.totalFees,
    reward: block.reward,
    id: block.id,
    header: block.raw.subarray(0, HEADER_SIZE),
  };
}

function setTip(writer: CoreWriter, tip: TipWithWork, end: FilePosition): void {
  writer.putTip({ ...tip, endFile: end.file, endOffset: end.offset });
}
