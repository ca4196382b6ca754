import type { ExplorerClient, TransactionList } from '@cairn/api/explorer';
import type { ListPlace } from './list-place.ts';
import { loadNumbered } from './load-numbered.ts';

/** A page of the chain's transactions, newest first. @throws what the client rejects with; see `loadNumbered` */
export function loadTransactions(
  explorer: Pick<ExplorerClient, 'listTransactions'>,
  place: ListPlace,
  options: { signal: AbortSignal },
): Promise<TransactionList> {
  return loadNumbered((limit, offset) => explorer.listTransactions({ limit, offset }, options), place);
}
