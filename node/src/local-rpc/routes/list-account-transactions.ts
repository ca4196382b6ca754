import { LATEST_CURSOR, parseHistoryLimit, rpcError, rpcRoutes } from '@cairn/api/rpc';
import { readHistoryPage, type HistoryPage, type HistoryStart } from '../account-history.ts';
import type { HistoryCursors } from '../history-cursor.ts';
import { readAddress } from '../path-values.ts';
import { rpcRoute } from '../rpc-route.ts';

export const listAccountTransactions = rpcRoute({
  route: rpcRoutes.listAccountTransactions,
  answer: async ({ context, cursors }, { params, query }) => {
    const { network } = context.chain;
    const address = readAddress(params, network);
    const limit = parseHistoryLimit(query.get('limit'));
    if (!limit.ok) throw rpcError(limit.error);
    const start = readStart(cursors, address, query.get('cursor'));
    const page = await readHistoryPage(context, address, start, limit.value);
    return {
      network: network.name,
      address,
      mempool_available: page.mempoolAvailable,
      transactions: page.transactions,
      next_cursor: writeNext(cursors, address, page.next),
    };
  },
});

/** @throws HttpError 400 `invalid_cursor` for anything that no page of this address gave out, the empty string included */
function readStart(cursors: HistoryCursors, address: string, cursor: string | undefined): HistoryStart {
  if (cursor === undefined) return 'first';
  if (cursor === LATEST_CURSOR) return 'latest';
  const location = cursors.decode(address, cursor);
  if (location === undefined) throw rpcError('invalid_cursor');
  return location;
}

function writeNext(cursors: HistoryCursors, address: string, next: HistoryPage['next']): string | null {
  if (next === undefined) return null;
  return next === 'latest' ? LATEST_CURSOR : cursors.encode(address, next);
}
