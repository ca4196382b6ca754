import type { Address } from '@cairn/protocol';
import { Button, Card, EmptyState } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { TransactionTable } from '../components/transaction-table.tsx';
import { useRecovery } from '../hooks/use-chain.ts';
import { type Failure, failureOf } from '../lib/failure.ts';
import { PAGE_SIZE } from '../lib/pages.ts';
import { CsvButton } from '../lists/csv-button.tsx';
import type { ChainView } from '../lib/status-store.ts';
import { useWords } from '../messages/context.tsx';
import type { Direction } from './direction.ts';
import { DirectionFilter } from './direction-filter.tsx';
import { type Found, NOTHING_FOUND, searchHistory } from './filtered-history.ts';

/** Text for a complete history without a transaction. */
const NOTHING = { in: 'address.emptyIn', out: 'address.emptyOut' } as const;

export interface FilteredHistoryProps {
  address: Address;
  direction: Exclude<Direction, 'all'>;
  view: ChainView;
}

/** The transactions of one direction, searched for from the newest back; the page always says how far the search went. */
export function FilteredHistory({ address, direction, view }: FilteredHistoryProps) {
  const { t } = useWords();
  const { found, failure, loading, searchOn } = useSearch(address, direction);
  useRecovery(failure, view, searchOn);
  const { transactions, looked, total } = found;
  const started = looked > 0 || !loading;
  return (
    <Card
      title={t('address.history')}
      flush={failure === undefined}
      actions={
        <>
          {transactions.length > 0 && (
            <CsvButton kind="transactions" rows={transactions} name={`cairn-${address}-${direction}`} />
          )}
          <DirectionFilter address={address} direction={direction} />
        </>
      }
      footer={
        started && failure === undefined ? (
          <div class="c-row c-row--between c-small" role="status">
            <span class="c-muted">
              {looked < total
                ? t('address.searched', { found: transactions.length, looked, total })
                : t('address.searchedAll', { found: transactions.length, count: total })}
            </span>
            {looked < total && (
              <Button size="sm" busy={loading} onClick={searchOn}>
                {t('address.searchOn')}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      {failure !== undefined && (
        <FailureNotice failure={failure} onRetry={searchOn} retrying={loading} status={view.status} />
      )}
      {failure === undefined && !started && (
        <TransactionTable caption={t('address.caption')} transactions={undefined} view="history" />
      )}
      {transactions.length > 0 && (
        <TransactionTable caption={t('address.caption')} transactions={transactions} view="history" />
      )}
      {failure === undefined && started && transactions.length === 0 && (
        <EmptyState title={t(looked < total ? 'address.emptySoFar' : NOTHING[direction])} />
      )}
    </Card>
  );
}

function useSearch(address: Address, direction: Direction) {
  const [found, setFound] = useState<Found>(NOTHING_FOUND);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const [loading, setLoading] = useState(true);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const search = async () => {
      setLoading(true);
      try {
        const options = { address, direction, wanted: PAGE_SIZE };
        const next = await searchHistory(explorer, options, found, abort.signal);
        if (abort.signal.aborted) return;
        setFound(next);
        setFailure(undefined);
      } catch (error) {
        if (abort.signal.aborted) return;
        setFailure(failureOf(error));
      }
      setLoading(false);
    };
    void search();
    return () => abort.abort();
    // Each turn goes on from what the last one found.
  }, [address, direction, turn]);
  return { found, failure, loading, searchOn: () => setTurn((count) => count + 1) };
}
