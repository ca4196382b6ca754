import { COINBASE_SENDER, HEADER_SIZE, type AccountLookup, type Transaction } from '@cairn/protocol';
import type { BlockLocation, FilePosition } from '../storage/block-files.ts';
import type { CoreWriter } from '../storage/core-writer.ts';
import type { BlockEntry } from '../storage/layout.ts';
import type { UndoEntry } from '../storage/undo.ts';
import type { ChainTip } from './chain-reader.ts';
import type { ValidatedBlock } from './validated-block.ts';

/** Where the next record begins once this block is the newest. */
export function endOf({ file, offset, size }: BlockLocation): FilePosition {
  return { file, offset: offset + size };
}

/**
 * Writes every entry of a new block, the tip included.
 * @param lookup the accounts before the block
 */
export function connectBlock(
  writer: CoreWriter,
  block: ValidatedBlock,
  location: BlockLocation,
  lookup: AccountLookup,
): void {
  const { height } = block.header;
  forEachTransaction(block, (id, index, addresses) => {
    writer.putTransaction(id, { height, index });
    for (const address of addresses) writer.putHistory(address, { height, index });
  });
  const undo: UndoEntry[] = [];
  for (const [address, state] of block.accounts) {
    undo.push({ address, state: lookup(address) });
    writer.setAccount(address, state);
  }
  writer.putUndo(height, undo);
  writer.putBlock(height, blockEntry(block, location));
  setTip(writer, { height, id: block.id }, endOf(location));
}

/** What stepping a block back needs of it. */
export interface SteppedBlock extends ChainTip {
  readonly transactions: readonly Transaction[];
  /** 32 bytes each. */
  readonly transactionIds: readonly Uint8Array[];
  readonly undo: readonly UndoEntry[];
}

/**
 * Removes every entry of the newest block and restores what it changed, the tip included.
 * @param end where the records end without the block
 */
export function disconnectBlock(
  writer: CoreWriter,
  block: SteppedBlock,
  previous: ChainTip,
  end: FilePosition,
): void {
  const { height } = block;
  forEachTransaction(block, (id, index, addresses) => {
    writer.deleteTransaction(id);
    for (const address of addresses) writer.deleteHistory(address, { height, index });
  });
  for (const { address, state } of block.undo) writer.setAccount(address, state);
  writer.deleteUndo(height);
  writer.deleteBlock(height, block.id);
  setTip(writer, previous, end);
}

type Visit = (id: Uint8Array, index: number, addresses: readonly string[]) => void;

function forEachTransaction(
  { transactions, transactionIds }: Pick<SteppedBlock, 'transactions' | 'transactionIds'>,
  visit: Visit,
): void {
  transactions.forEach((transaction, index) =>
    visit(transactionIds[index]!, index, namedAddresses(transaction)),
  );
}

/** The addresses whose history a transaction belongs to: once each, the coinbase's sender never. */
function namedAddresses({ fromAddress, toAddress }: Transaction): string[] {
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
