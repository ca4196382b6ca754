import type { AddressHistory as History } from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';
import { Button, EmptyState } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import type { Answer } from '../../site/request.ts';
import { PAGE_SIZE } from '../../site/url.ts';
import { NumberedList, queryOf, TransactionTable } from '../lists/index.ts';
import { type ProvenAddress, Region, type RegionProof } from '../verify/index.ts';
import { CsvHistory } from './csv-history.tsx';
import { isSelective, type SelectedRows, type Selection } from './ledger.ts';
import { balancesAfter, type NewestRows } from './rows.ts';
import { useTranslations } from './texts.ts';
import { type Totals, TotalsLine } from './totals-line.tsx';

export interface AddressHistoryProps {
  readonly address: Address;
  /** Counted from 1. */
  readonly page: number;
  readonly selection: Selection;
  /** True for an address without transactions, of which there is nothing to select. */
  readonly isUnused: boolean;
  /** What the server says of the page, and what was proven of it. */
  readonly painted: Answer<History>;
  readonly proven: ProvenAddress | undefined;
  readonly proof: RegionProof;
  /** The newest part of the whole history, for the balances, and what is selected of it. */
  readonly rows: NewestRows | undefined;
  readonly selected: SelectedRows | undefined;
  /** Of what is selected. */
  readonly totals: Totals | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** A page of what is selected of a history, or a notice if it cannot be loaded, for example because the node has no index. */
export function AddressHistory(props: AddressHistoryProps) {
  const { address, page, selection, isUnused, painted, proven, proof, rows, selected, totals, now } = props;
  const { t, link } = useTranslations();
  const balances = useBalances(props);
  const list = listOf(props);
  const shown = list ?? painted.data;
  const isMinimum = list === undefined ? painted.data?.pagination.total_is_minimum === true : list.isMinimum;
  const total = shown?.pagination.total ?? 0;
  const isUnlinked = list?.items.some(({ block_height: height }) => height < proven!.linkedFrom) === true;
  return (
    <Region proof={proof}>
      <NumberedList
        label={t('column.transactions')}
        path={link.address(address)}
        filter={isUnused ? undefined : selection}
        page={page}
        list={shown}
        answer={painted}
        isMinimum={isMinimum}
        pastEnd={t('address.pastEnd', { count: total })}
        empty={
          <EmptyState title={t('address.empty')}>
            <p>{t('address.emptyText')}</p>
          </EmptyState>
        }
        actions={
          total > 0 && t(isMinimum ? 'common.transactionsAtLeast' : 'common.transactions', { count: total })
        }
        above={
          // Of the whole history, the tiles of the address say it.
          queryOf(selection) !== '' &&
          totals !== undefined && <TotalsLine address={address} totals={totals} />
        }
        below={
          <>
            {isUnlinked && (
              <p class="c-bar c-small c-faint" data-proof="none">
                {t('address.unlinked', { height: proven!.linkedFrom })}
              </p>
            )}
            <div class="c-card__footer c-row needs-script">
              <CsvHistory
                key={queryOf(selection)}
                address={address}
                selection={selection}
                total={total}
                proven={rows?.isProven === true && selected?.isWhole === true ? selected.items : undefined}
                now={now}
              />
              <Button size="sm" onClick={() => print()}>
                {t('ledger.print')}
              </Button>
            </div>
          </>
        }
      >
        {(items) => (
          <TransactionTable
            caption={t(selection.order === 'largest' ? 'ledger.captionLargest' : 'address.caption')}
            transactions={items}
            view="history"
            balances={balances}
            linkedFrom={list && proven?.linkedFrom}
            coinbases={list && isSelective(selection) ? 'said' : undefined}
          />
        )}
      </NumberedList>
    </Region>
  );
}

/** The rows of the page that are at hand without the server's list, which the server's answer gives way to. */
function listOf({ page, selection, proven, selected }: AddressHistoryProps) {
  if (!isSelective(selection))
    return proven?.list && { ...proven.list, pagination: { total: proven.list.total } };
  if (proven === undefined || selected?.isWhole !== true) return undefined;
  const { items } = selected;
  const start = (page - 1) * PAGE_SIZE;
  return {
    items: items.slice(start, start + PAGE_SIZE),
    pagination: { total: items.length },
    isMinimum: false,
  };
}

const UNKNOWN: ReadonlyMap<string, bigint> = new Map();

/** The balance after each row, where all rows are listed in their order; empty where it is not known, else `undefined`. */
function useBalances({ address, selection: { only, order }, rows }: AddressHistoryProps) {
  return useMemo(() => {
    if ((only ?? order) !== undefined) return undefined;
    return rows === undefined ? UNKNOWN : balancesAfter(rows.items, address, rows.balance);
  }, [address, only, order, rows]);
}
