import type { Address } from '@cairn/protocol';
import { LATEST_CURSOR, type RpcTransaction } from '@cairn/api/rpc';
import type { StoredTransaction, TransactionLocation } from '../chain/chain-reader.ts';
import type { RpcContext } from './context.ts';
import { readPendingView } from './pending-view.ts';
import { serializeConfirmed, serializePending } from './serializer.ts';

/** Where a page starts: `first` shows what is pending, `latest` is the newest confirmed entry. */
export type HistoryStart = 'first' | 'latest' | TransactionLocation;

/** One page of an account's history, newest first. */
export interface HistoryPage {
  readonly mempoolAvailable: boolean;
  readonly transactions: RpcTransaction[];
  /** Where the next page starts; `undefined` at the end. */
  readonly next: 'latest' | TransactionLocation | undefined;
}

/**
 * Reads one page (section 4.2): on the first one the contiguous pending sequence, then the confirmed entries. What is
 * pending counts towards `limit`; of more than `limit` pending the newest are shown.
 * @param limit 1–200
 */
export async function readHistoryPage(
  context: RpcContext,
  address: Address,
  start: HistoryStart,
  limit: number,
): Promise<HistoryPage> {
  const { chain, mempool } = context;
  const pending = readPendingView(mempool, address, chain.account(address)?.nonce ?? 0);
  const shown = start === 'first' ? pending.outgoing.toReversed().slice(0, limit) : [];
  const confirmed = await readConfirmed(context, address, start, limit - shown.length);
  // A block between the two reads may have confirmed pending transactions.
  const confirmedIds = new Set(confirmed.transactions.map(({ id }) => id));
  const stillPending = shown.filter(({ id }) => !confirmedIds.has(id));
  return {
    mempoolAvailable: pending.available,
    transactions: [...stillPending.map(serializePending), ...confirmed.transactions],
    next: confirmed.next,
  };
}

async function readConfirmed(
  context: RpcContext,
  address: Address,
  start: HistoryStart,
  limit: number,
): Promise<Pick<HistoryPage, 'transactions' | 'next'>> {
  const before = typeof start === 'string' ? undefined : start;
  // One more than requested shows whether there is a next page.
  const found = await context.chain.accountHistory(address, {
    limit: limit + 1,
    ...(before !== undefined && { before }),
  });
  const page = found.slice(0, limit);
  const transactions = await Promise.all(page.map((location) => readEntry(context, address, location)));
  return {
    transactions: transactions.filter((entry) => entry !== undefined),
    next: found.length > limit ? (page.at(-1) ?? LATEST_CURSOR) : undefined,
  };
}

/** The transaction at an index entry; a stale entry, which points at nothing or at a stranger, is left out and logged. */
async function readEntry(
  { chain, logger }: RpcContext,
  address: Address,
  location: TransactionLocation,
): Promise<RpcTransaction | undefined> {
  const { height, index } = location;
  const [stored] = (await chain.readTransactions(height, { offset: index, limit: 1 })) ?? [];
  const block = chain.blockSummary(height);
  if (stored === undefined || block === undefined || !names(stored, address)) {
    logger.warn({ height, index }, 'account history has a stale entry, left out');
    return undefined;
  }
  return serializeConfirmed(stored, block);
}

function names({ transaction: { fromAddress, toAddress } }: StoredTransaction, address: Address): boolean {
  return fromAddress === address || toAddress === address;
}
