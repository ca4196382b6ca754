import type { AddressHistory as History } from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';
import { Card, EmptyState } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { Choice } from '../../site/choice.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import type { Answer } from '../../site/request.ts';
import { type Direction, DIRECTIONS } from '../../site/url.ts';
import { isCoinbase, NumberedList, TransactionTable } from '../lists/index.ts';
import { type ProvenAddress, Region, type RegionProof } from '../verify/index.ts';
import { CsvHistory } from './csv-history.tsx';
import { balancesAfter, type NewestRows } from './rows.ts';
import { useTranslations } from './texts.ts';

export interface AddressHistoryProps {
  readonly address: Address;
  /** Counted from 1. */
  readonly page: number;
  readonly direction: Direction;
  /** What the server says of the page, and what was proven of it. */
  readonly painted: Answer<History>;
  readonly proven: ProvenAddress | undefined;
  readonly proof: RegionProof;
  /** The newest part of the whole history, for the balances. */
  readonly rows: NewestRows | undefined;
}

/** A page of an address's history, or a notice if it cannot be loaded, for example because the node has no index. */
export function AddressHistory(props: AddressHistoryProps) {
  const { address, page, direction, painted, proven, proof, rows } = props;
  const { t, link } = useTranslations();
  const balances = useBalances(props);
  const list = proven?.list && { ...proven.list, pagination: { total: proven.list.total } };
  const shown = list ?? painted.data;
  const { isMinimum = false } = list ?? {};
  const pathOf = (one: Direction) => link.address(address) + (one === 'all' ? '' : `?direction=${one}`);
  if (shown === undefined && painted.failure !== undefined) {
    return (
      <Card title={t('address.history')}>
        <FailureNotice of={painted} />
      </Card>
    );
  }
  const total = shown?.pagination.total ?? 0;
  const isAll = direction === 'all';
  const isUnlinked = list?.items.some(({ block_height: height }) => height < proven!.linkedFrom) === true;
  return (
    <Region proof={proof}>
      <NumberedList
        label={t('address.history')}
        path={pathOf(direction)}
        page={page}
        list={shown}
        isMinimum={isMinimum}
        pastEnd={t('address.pastEnd', { count: total })}
        empty={
          <EmptyState title={t(`address.empty.${direction}`)}>
            {isAll && <p>{t('address.emptyText')}</p>}
          </EmptyState>
        }
        actions={
          shown && (
            <>
              <span>{t(isMinimum ? 'address.atLeast' : 'common.transactions', { count: total })}</span>
              {shown.items.some(isCoinbase) && <a href={link.miner(address)}>{t('address.mined')}</a>}
              <Choice
                label={t('address.filter')}
                options={DIRECTIONS.map((one) => ({
                  text: t(`address.filter.${one}`),
                  href: pathOf(one),
                  isChosen: one === direction,
                }))}
              />
            </>
          )
        }
        below={
          <>
            {isUnlinked && (
              <p class="c-bar c-small c-faint" data-proof="none">
                {t('address.unlinked', { height: proven!.linkedFrom })}
              </p>
            )}
            {isAll && (
              <div class="c-card__footer needs-script">
                <CsvHistory address={address} rows={rows} total={total} />
              </div>
            )}
          </>
        }
      >
        {(items) => (
          <TransactionTable
            caption={t('address.caption')}
            transactions={items}
            view="history"
            balances={balances}
            linkedFrom={proven?.list && proven.linkedFrom}
          />
        )}
      </NumberedList>
    </Region>
  );
}

const UNKNOWN: ReadonlyMap<string, bigint> = new Map();

/** The balance after each row, of an unfiltered page; empty where it is not known, `undefined` for a filtered page. */
function useBalances({ address, direction, rows }: AddressHistoryProps) {
  return useMemo(() => {
    if (direction !== 'all') return undefined;
    return rows === undefined ? UNKNOWN : balancesAfter(rows.items, address, rows.balance);
  }, [address, direction, rows]);
}
