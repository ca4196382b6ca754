import type { TransactionList } from '@cairn/api/explorer';
import { explorer } from '../app.ts';
import type { Loaded } from '../frame/frame.ts';
import { useChange, useRecovery } from '../hooks/use-chain.ts';
import { type Resource, useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';
import type { ListPlace } from './list-place.ts';
import { loadTransactions } from './load-numbered.ts';

/** The chain's newest transactions, which follow the index, or those below an anchor, which stay. */
export function useTransactions(
  view: ChainView,
  place: ListPlace,
  initial?: Loaded<TransactionList>,
): Resource<TransactionList> {
  const transactions = useResource(
    (signal) => loadTransactions(explorer, place, { signal }),
    `${place.before} ${place.size}`,
    initial,
  );
  const index = view.status?.index;
  const version = place.before === undefined ? `${index?.state} ${index?.indexed_height}` : index?.state;
  useChange(index && version, transactions.retry);
  useRecovery(transactions.failure, view, transactions.retry);
  return transactions;
}
