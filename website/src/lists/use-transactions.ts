import type { TransactionList } from '@cairn/api/explorer';
import { explorer } from '../app.ts';
import type { Loaded } from '../frame/initial.ts';
import { useChange } from '../hooks/use-change.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { type Resource, useResource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';
import type { ListPlace } from './list-place.ts';
import { loadTransactions } from './load-transactions.ts';

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
