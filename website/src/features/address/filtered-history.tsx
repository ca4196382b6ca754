import type { ExplorerClient, ExplorerTransaction } from '@cairn/api/explorer';
import type { Address, BlockId } from '@cairn/protocol';
import { Button, Card, EmptyState } from '@cairn/ui';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { TransactionTable } from '../lists/index.ts';
import { useRecovery } from '../../site/use-chain.ts';
import { type Failure, failureOf } from '../../site/failure.ts';
import { PAGE_SIZE, type Direction } from '../../site/url.ts';
import { CsvButton } from '../lists/index.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { useTranslations } from './texts.ts';
import type { ShownRows } from '../verify/index.ts';
import type { Reload } from './use-reload.ts';

/** Titles for a history without a transaction of the direction. */
const EMPTY_TITLES = { in: 'address.emptyIn', out: 'address.emptyOut' } as const;

/** The rows of an address's page for its verification; `undefined` while they load, `unavailable` if that failed. */
export type ListedHistory = (ShownRows & { readonly asOf?: BlockId | undefined }) | 'unavailable' | undefined;

export interface FilteredHistoryProps {
  address: Address;
  direction: Exclude<Direction, 'all'>;
  view: ChainView;
  /** Choice of the direction, for the card's header. */
  filter: VNode;
  reload: Reload;
  /** Called with everything that was examined, and with `undefined` while the search runs. */
  onListed: (listed: ListedHistory) => void;
}

/**
 * The transactions of one direction, found by reading the history backwards. The footer says how far the search went.
 */
export function FilteredHistory(props: FilteredHistoryProps) {
  const { address, direction, view, filter, reload, onListed } = props;
  const { t } = useTranslations();
  const { found, failure, loading, continueSearch } = useSearch(address, direction, reload);
  useRecovery(failure, view, continueSearch);
  const { transactions, read, examined, total } = found;
  useEffect(() => {
    if (loading) onListed(undefined);
    else if (failure !== undefined) onListed('unavailable');
    else onListed({ items: read, offset: 0, limit: read.length, total, asOf: found.asOf });
  }, [found, failure, loading]);
  const started = examined > 0 || !loading;
  return (
    <Card
      title={t('address.history')}
      flush={failure === undefined}
      actions={
        <>
          {transactions.length > 0 && (
            <CsvButton kind="transactions" rows={transactions} name={`cairn-${address}-${direction}`} />
          )}
          {filter}
        </>
      }
      footer={
        started && failure === undefined ? (
          <div class="c-row c-row--between c-small" role="status">
            <span class="c-muted">
              {examined < total
                ? t('address.searched', { found: transactions.length, examined, total })
                : t('address.searchedAll', { found: transactions.length, count: total })}
            </span>
            {examined < total && (
              <Button size="sm" busy={loading} onClick={continueSearch}>
                {t('address.searchOn')}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      {failure !== undefined && (
        <FailureNotice failure={failure} onRetry={continueSearch} retrying={loading} status={view.status} />
      )}
      {failure === undefined && !started && (
        <TransactionTable caption={t('address.caption')} transactions={undefined} view="history" />
      )}
      {transactions.length > 0 && (
        <TransactionTable caption={t('address.caption')} transactions={transactions} view="history" />
      )}
      {failure === undefined && started && transactions.length === 0 && (
        <EmptyState title={t(examined < total ? 'address.emptySoFar' : EMPTY_TITLES[direction])} />
      )}
    </Card>
  );
}

function useSearch(address: Address, direction: Direction, reload: Reload) {
  const [found, setFound] = useState<Found & { asOf?: BlockId | undefined }>(NOTHING_FOUND);
  const searched = useRef(reload.count);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const search = async () => {
      setLoading(true);
      try {
        const options = { address, direction, wanted: PAGE_SIZE };
        // What was read before a reload may be of another chain.
        const before = searched.current === reload.count ? found : NOTHING_FOUND;
        const next = await reload.mark(
          ({ signal }) => searchHistory(explorer, options, before, signal),
          abort.signal,
        );
        if (abort.signal.aborted) return;
        searched.current = reload.count;
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
    // Each round continues from the previous result.
  }, [address, direction, round, reload.count]);
  return { found, failure, loading, continueSearch: () => setRound((count) => count + 1) };
}

/** Result so far of a search through a history. */
interface Found {
  readonly transactions: readonly ExplorerTransaction[];
  /** All that were examined, beginning with the newest. */
  readonly read: readonly ExplorerTransaction[];
  /** Number of transactions examined, beginning with the newest. */
  readonly examined: number;
  /** Number of transactions in the whole history. */
  readonly total: number;
}

export const NOTHING_FOUND: Found = { transactions: [], read: [], examined: 0, total: 0 };

/** Transactions per request: the API's maximum. */
const PAGE = 100;
/** Number of requests before the user is asked whether to go on. */
const MOST_REQUESTS = 10;

interface SearchOptions {
  readonly address: Address;
  readonly direction: Direction;
  /** Number of new matches at which the search stops. */
  readonly wanted: number;
}

/**
 * Continues a search for an address's transactions of one direction: the API has no such filter. New transactions at
 * the top shift the rest down, so some are received twice and skipped the second time.
 * @param before result of the search so far, at first `NOTHING_FOUND`
 * @throws the client's error
 */
export async function searchHistory(
  client: Pick<ExplorerClient, 'listAddressTransactions'>,
  { address, direction, wanted }: SearchOptions,
  before: Found,
  signal?: AbortSignal,
): Promise<Found> {
  const seen = new Set(before.read.map(({ id }) => id));
  const transactions = [...before.transactions];
  const read = [...before.read];
  let { examined, total } = before;
  for (
    let request = 0;
    request < MOST_REQUESTS && transactions.length - before.transactions.length < wanted;
    request += 1
  ) {
    const { items, pagination } = await client.listAddressTransactions(
      { address, limit: PAGE, offset: examined },
      { signal },
    );
    total = pagination.total;
    examined += items.length;
    for (const one of items) {
      if (seen.has(one.id)) continue;
      seen.add(one.id);
      read.push(one);
      if (hasDirection(one, direction)) transactions.push(one);
    }
    if (items.length < PAGE) return { transactions, read, examined: Math.max(examined, total), total };
  }
  return { transactions, read, examined, total };
}

function hasDirection({ direction }: ExplorerTransaction, wanted: Direction): boolean {
  return wanted === 'all' || direction === wanted || direction === 'self';
}
