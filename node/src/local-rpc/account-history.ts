import type { Address } from '@cairn/protocol';
import { LATEST_CURSOR, type RpcTransaction } from '@cairn/api/rpc';
import type { StoredTransaction, TransactionLocation } from '../chain/chain-reader.ts';
import type { RpcContext } from './context.ts';
import { readPendingView } from './pending-view.ts';
import { serializeConfirmed, serializePending } from './serializers.ts';

/**
 * Where a page starts: `first` with the pending transactions, `latest` with the newest confirmed one, a location after that
 * transaction.
 */
export type HistoryStart = 'first' | 'latest' | TransactionLocation;

/** One page of an account's history, newest first. */
export interface HistoryPage {
  readonly mempoolAvailable: boolean;
  readonly transactions: RpcTransaction[];
  /** Where the next page starts; `undefined` at the end. */
  readonly next: 'latest' | TransactionLocation | undefined;
}

/**
 * Reads one page (interface document, section 4.2): on the first page the pending sequence, then confirmed transactions.
 * Pending transactions count towards `limit`; if there are more, only the newest are shown, and the others on no page.
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
  // Read one more than requested, to see whether there is a next page.
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

/** Reads the transaction of an index entry. Logs and returns `undefined` if there is none of this address. */
async function readEntry(
  { chain, logger }: RpcContext,
  address: Address,
  location: TransactionLocation,
): Promise<RpcTransaction | undefined> {
  const { height, index } = location;
  const [stored] = (await chain.readTransactions(height, { offset: index, limit: 1 })) ?? [];
  const block = chain.blockSummary(height);
  if (stored === undefined || block === undefined || !involves(stored, address)) {
    logger.warn({ height, index }, 'skipped a stale entry of the account history');
    return undefined;
  }
  return serializeConfirmed(stored, block);
}

function involves({ transaction: { fromAddress, toAddress } }: StoredTransaction, address: Address): boolean {
  return fromAddress === address || toAddress === address;
}
