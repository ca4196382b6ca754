import {
  COINBASE_SENDER,
  HEADER_SIZE,
  type AccountLookup,
  type AccountState,
  type Transaction,
} from '@cairn/protocol';
import type { BlockLocation } from '../storage/block-files.ts';
import type { CoreOperation } from '../storage/core-store.ts';
import {
  ACCOUNT_LAYOUT,
  accountKey,
  BLOCK_LAYOUT,
  blockIdKey,
  blockKey,
  FORMAT_VERSION,
  historyKey,
  LOCATION_LAYOUT,
  NOTHING,
  TIP_KEY,
  TIP_LAYOUT,
  transactionKey,
  undoKey,
  type TipRecord,
} from '../storage/layout.ts';
import { encodeUndo, type UndoEntry } from '../storage/undo.ts';
import type { ValidatedBlock } from './validated-block.ts';

function put(key: Uint8Array, value: Uint8Array): CoreOperation {
  return { type: 'put', key, value };
}

function del(key: Uint8Array): CoreOperation {
  return { type: 'del', key };
}

function encodeHeight(height: number): Uint8Array {
  return LOCATION_LAYOUT.encode({ height, index: 0 }).subarray(0, 4);
}

/** The addresses whose history a transaction belongs to: once each, the coinbase's sender never. */
function namedAddresses({ fromAddress, toAddress }: Transaction): string[] {
  return fromAddress === COINBASE_SENDER || fromAddress === toAddress
    ? [toAddress]
    : [fromAddress, toAddress];
}

/** The tip's record once the block stands at this place. */
export function tipRecord(
  block: { height: number; id: string },
  end: { file: number; offset: number },
): TipRecord {
  return {
    format: FORMAT_VERSION,
    height: block.height,
    id: block.id,
    endFile: end.file,
    endOffset: end.offset,
  };
}

/** Every entry that connecting a block writes, the new tip included: one batch. */
export function connectOperations(
  block: ValidatedBlock,
  location: BlockLocation,
  lookup: AccountLookup,
): CoreOperation[] {
  const { header, transactions, transactionIds, accounts } = block;
  const { height } = header;
  const operations: CoreOperation[] = [];
  transactions.forEach((transaction, index) => {
    operations.push(put(transactionKey(transactionIds[index]!), LOCATION_LAYOUT.encode({ height, index })));
    for (const address of namedAddresses(transaction)) {
      operations.push(put(historyKey(address, height, index), NOTHING));
    }
  });
  const undo: UndoEntry[] = [];
  for (const [address, state] of accounts) {
    undo.push({ address, state: lookup(address) });
    operations.push(put(accountKey(address), ACCOUNT_LAYOUT.encode(state)));
  }
  const end = { file: location.file, offset: location.offset + location.size };
  operations.push(
    put(undoKey(height), encodeUndo(undo)),
    put(blockIdKey(block.id), encodeHeight(height)),
    put(blockKey(height), blockRecord(block, location)),
    put(TIP_KEY, TIP_LAYOUT.encode(tipRecord({ height, id: block.id }, end))),
  );
  return operations;
}

function blockRecord(block: ValidatedBlock, location: BlockLocation): Uint8Array {
  return BLOCK_LAYOUT.encode({
    file: location.file,
    offset: location.offset,
    transactionCount: block.transactions.length,
    totalFees: block.totalFees,
    reward: block.reward,
    id: block.id,
    header: block.raw.subarray(0, HEADER_SIZE),
  });
}

/** What stepping a block back needs of it. */
export interface SteppedBlock {
  readonly height: number;
  readonly id: string;
  readonly transactions: readonly Transaction[];
  /** 32 bytes each. */
  readonly transactionIds: readonly Uint8Array[];
}

/** Every entry that stepping back one block removes or restores, the old tip included: one batch. */
export function disconnectOperations(
  block: SteppedBlock,
  undo: readonly UndoEntry[],
  previousTip: TipRecord,
): CoreOperation[] {
  const { height } = block;
  const operations: CoreOperation[] = [];
  block.transactions.forEach((transaction, index) => {
    operations.push(del(transactionKey(block.transactionIds[index]!)));
    for (const address of namedAddresses(transaction))
      operations.push(del(historyKey(address, height, index)));
  });
  for (const { address, state } of undo) operations.push(restoreAccount(address, state));
  operations.push(del(undoKey(height)), del(blockIdKey(block.id)), del(blockKey(height)));
  operations.push(put(TIP_KEY, TIP_LAYOUT.encode(previousTip)));
  return operations;
}

function restoreAccount(address: string, state: AccountState | undefined): CoreOperation {
  return state === undefined
    ? del(accountKey(address))
    : put(accountKey(address), ACCOUNT_LAYOUT.encode(state));
}
