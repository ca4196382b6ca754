import type { Address } from '@cairn/protocol';
import { LATEST_CURSOR, rpcError, rpcRoutes } from '@cairn/api/rpc';
import { readHistoryPage, type HistoryPage, type HistoryStart } from '../account-history.ts';
import type { HistoryCursors } from '../history-cursor.ts';
import { rpcRoute } from '../rpc-route.ts';

export const listAccountTransactions = rpcRoute(
  rpcRoutes.listAccountTransactions,
  async ({ context, cursors }, { address, limit, cursor }) => {
    const start = readStart(cursors, address, cursor);
    const page = await readHistoryPage(context, address, start, limit);
    return {
      network: context.chain.network.name,
      address,
      mempool_available: page.mempoolAvailable,
      transactions: page.transactions,
      next_cursor: writeNext(cursors, address, page.next),
    };
  },
);

/** @throws HttpError 400 `invalid_cursor` for any cursor that no page of this address returned, including the empty string */
function readStart(cursors: HistoryCursors, address: Address, cursor: string | undefined): HistoryStart {
  if (cursor === undefined) return 'first';
  if (cursor === LATEST_CURSOR) return 'latest';
  const location = cursors.decode(address, cursor);
  if (location === undefined) throw rpcError('invalid_cursor');
  return location;
}

function writeNext(cursors: HistoryCursors, address: Address, next: HistoryPage['next']): string | null {
  if (next === undefined) return null;
  return next === 'latest' ? LATEST_CURSOR : cursors.encode(address, next);
}
