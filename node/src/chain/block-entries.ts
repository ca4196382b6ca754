import { type Address, type BlockTransactions, HEADER_SIZE, ID_SIZE } from '@cairn/protocol';
import type { BlockLocation, FilePosition } from '../storage/block-files.ts';
import type { CoreWriter } from '../storage/core-writer.ts';
import type { BlockEntry, UndoEntry } from '../storage/layout.ts';
import type { ChainTip, TipWithWork } from './chain-reader.ts';
import { forEachIndexYielding, yieldIfLarge } from './scheduling.ts';
import type { ValidatedBlock } from './block-validation.ts';

/** End of a block's record; the next record begins there. */
export function recordEnd({ file, offset, size }: BlockLocation): FilePosition {
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
  await yieldIfLarge(before.size);
  writer.putIdPrefixes(height, block.transactionIds);
  const changes = Array.from(before, ([address, state]) => ({ address, state }));
  await yieldIfLarge(before.size);
  writer.putUndo(height, changes);
  await yieldIfLarge(before.size);
  writer.putBlock(height, blockEntry(block, location));
  setTip(writer, { height, id: block.id, work: block.work }, recordEnd(location));
}

/** Data needed to disconnect a block. */
export interface BlockToDisconnect extends ChainTip {
  readonly transactions: BlockTransactions;
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
  readonly undo: readonly UndoEntry[];
}

/**
 * Removes every entry of the newest block and restores the state before it, including the tip.
 * @param end end of the previous block's record
 */
export async function disconnectBlock(
  writer: CoreWriter,
  block: BlockToDisconnect,
  previous: TipWithWork,
  end: FilePosition,
): Promise<void> {
  const { height } = block;
  await forEachTransaction(block, (id) => writer.deleteTransaction(id));
  await forEachAddress(block.transactions, (address, indices) =>
    writer.deleteHistory(address, height, indices),
  );
  writer.deleteIdPrefixes(height, block.transactions.count);
  await forEachIndexYielding(block.undo.length, (index) => {
    const { address, state } = block.undo[index]!;
    writer.setAccount(address, state);
  });
  writer.deleteUndo(height);
  writer.deleteBlock(height, block.id);
  setTip(writer, previous, end);
}

function forEachTransaction(
  { transactions, transactionIds: ids }: Pick<BlockToDisconnect, 'transactions' | 'transactionIds'>,
  visit: (id: Uint8Array, index: number) => void,
): Promise<void> {
  return forEachIndexYielding(transactions.count, (index) => {
    visit(ids.subarray(index * ID_SIZE, (index + 1) * ID_SIZE), index);
  });
}

/** Visits each address with the indices of its transactions; the coinbase's sender has no history. */
async function forEachAddress(
  transactions: BlockTransactions,
  visit: (address: Address, indices: Uint32Array) => void,
): Promise<void> {
  const { addresses } = transactions;
  const transactionsOf = groupByAddress(transactions);
  await yieldIfLarge(addresses.length);
  await forEachIndexYielding(addresses.length, (address) => {
    const indices = transactionsOf(address);
    if (indices.length > 0) visit(addresses[address]!, indices);
  });
}

/**
 * Groups a block's transactions by address, with a counting sort.
 * @returns the indices of an address's transactions in block order; the address is given as its index in `addresses`
 */
function groupByAddress(transactions: BlockTransactions): (address: number) => Uint32Array {
  const { count, senders, recipients, addresses } = transactions;
  const forEachMention = (visit: (address: number, index: number) => void): void => {
    for (let index = 0; index < count; index += 1) {
      const sender = senders[index]!;
      const recipient = recipients[index]!;
      if (sender !== recipient && !transactions.isCoinbase(index)) visit(sender, index);
      visit(recipient, index);
    }
  };
  const starts = new Uint32Array(addresses.length + 1);
  forEachMention((address) => (starts[address + 1]! += 1));
  for (let address = 0; address < addresses.length; address += 1) starts[address + 1]! += starts[address]!;
  const nextFree = starts.slice();
  const indices = new Uint32Array(starts[addresses.length]!);
  forEachMention((address, index) => {
    indices[nextFree[address]!] = index;
    nextFree[address]! += 1;
  });
  return (address) => indices.subarray(starts[address], starts[address + 1]);
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
