import type { AddressList, AddressOrder, AddressSummary, StatsResponse } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Identifier, Timestamp } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { ShareBar } from '../../site/share-bar.tsx';
import { useMemo } from 'preact/hooks';
import { type Answer, byIndex, request, statsRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { Distribution } from './distribution.tsx';
import { EmptyChain, FailureNotice } from '../../site/notices.tsx';
import { Choice, Choices, NumberedList } from '../lists/index.ts';
import { Region } from '../verify/index.ts';
import { shareOf, supplyOf } from '../../site/figures.ts';
import { definePage } from '../../site/island.tsx';
import { readPage, PAGE_SIZE } from '../../site/url.ts';
import { texts, useTranslations, type Translations } from './texts.ts';
import { heightLink, tableAmount } from '../../site/cells.tsx';

/** What comes first, in the order of the choice. */
const ORDERS = ['balance', 'transactions', 'active', 'newest'] as const satisfies readonly AddressOrder[];

/** The parameters in the URL of the ranking. */
export const addressesParams = ({ searchParams }: URL) => ({
  page: readPage(searchParams.get('page')),
  order: ORDERS.find((one) => one === searchParams.get('order')) ?? 'balance',
});

/** A page of the ranking. */
const rankingRequest = (order: AddressOrder, page: number) =>
  request(
    `ranking ${order} ${page}`,
    (api, options) => api.listAddresses({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, order }, options),
    byIndex,
  );

export interface AddressesProps {
  order: AddressOrder;
  /** Counted from 1. */
  page: number;
  ranking: Answer<AddressList>;
  stats: Answer<StatsResponse>;
}

/** All addresses, ranked by balance or in another order. */
function Addresses({ order, page, ranking, stats }: AddressesProps) {
  const { t } = useTranslations();
  const { status } = useChain();
  const { data, failure } = ranking;
  const supply = stats.data && supplyOf(stats.data.stats);
  const empty = status !== undefined && status.height < 0;
  return (
    <Page title={t('page.addresses')} lead={t('addresses.lead')}>
      {empty && <EmptyChain />}
      {!empty && <FailureNotice of={ranking} />}
      {!empty && (failure === undefined || data !== undefined) && (
        <Region proof="none">
          <Ranking order={order} page={page} list={data} supply={supply} />
        </Region>
      )}
    </Page>
  );
}

interface ListProps {
  order: AddressOrder;
  page: number;
  list: AddressList | undefined;
  supply: bigint | undefined;
}

function Ranking({ order, page, list, supply }: ListProps) {
  const { t, link } = useTranslations();
  const pathOf = (one: AddressOrder) =>
    link.page(one === 'balance' ? '/addresses' : `/addresses?order=${one}`);
  const first = list?.pagination.offset ?? 0;
  const isTop = first === 0 && order === 'balance';
  return (
    <NumberedList
      label={t('page.addresses')}
      title={list && t('common.addresses', { count: list.pagination.total })}
      path={pathOf(order)}
      page={page}
      list={list}
      pastEnd={t('common.addresses', { count: list?.pagination.total ?? 0 })}
      above={
        <>
          <Choices chosen={t(`addresses.order.${order}`)}>
            <Choice
              label={t('addresses.order')}
              options={ORDERS.map((one) => ({
                text: t(`addresses.order.${one}`),
                href: pathOf(one),
                isChosen: one === order,
              }))}
            />
          </Choices>
          {isTop && list !== undefined && list.items.length > 0 && supply !== undefined && supply > 0n && (
            <Distribution richest={list.items} supply={supply} total={list.pagination.total} />
          )}
        </>
      }
    >
      {(rows) => (
        <RankingTable
          rows={rows?.map((summary, index) => ({ rank: first + index + 1, summary }))}
          supply={supply}
          order={order}
        />
      )}
    </NumberedList>
  );
}

export default definePage({
  texts,
  params: addressesParams,
  requests: ({ order, page }) => ({ ranking: rankingRequest(order, page), stats: statsRequest }),
  head: ({ t }) => ({ title: t('page.addresses'), description: t('addresses.description') }),
  view: Addresses,
});

/** One row: an address with its rank, counted from 1. */
interface RankedRow {
  readonly rank: number;
  readonly summary: AddressSummary;
}

/**
 * Addresses in an order, with their ranks where it is that of the balances.
 * @param props.rows `undefined` until they load
 * @param props.supply coins in existence, in pebbles; without it no shares are shown
 */
function RankingTable({
  rows,
  supply,
  order,
}: {
  rows: readonly RankedRow[] | undefined;
  supply: bigint | undefined;
  order: AddressOrder;
}) {
  const translations = useTranslations();
  const columns = useMemo(
    () => columnsOf(translations, supply).filter(({ id }) => id !== 'rank' || order === 'balance'),
    [translations, supply, order],
  );
  return (
    <DataTable
      caption={translations.t('addresses.caption', { order: translations.t(`addresses.order.${order}`) })}
      columns={columns}
      rows={rows}
      waitingRows={PAGE_SIZE}
      rowKey={({ summary }) => summary.address}
    />
  );
}

function columnsOf(formats: Translations, supply: bigint | undefined): Column<RankedRow>[] {
  const { t, count, link, percent } = formats;
  return [
    {
      id: 'rank',
      header: t('column.rank'),
      narrow: 'below',
      cell: ({ rank }) => count(rank),
    },
    {
      id: 'address',
      header: t('column.address'),
      narrow: 'lead',
      cell: ({ summary: { address } }) => (
        <Identifier value={address} what={t('what.address')} length="table" href={link.address(address)} />
      ),
    },
    {
      id: 'balance',
      header: t('column.balance'),
      narrow: 'aside',
      unit: 'CRN',
      align: 'end',
      cell: ({ summary: { balance } }) => tableAmount(balance),
    },
    {
      id: 'share',
      header: t('column.share'),
      narrow: 'beside',
      cell: ({ summary: { balance } }) => {
        if (supply === undefined) return <span class="c-faint">–</span>;
        const share = shareOf(parsePebbles(balance), supply);
        return <ShareBar share={share}>{percent(share)}</ShareBar>;
      },
    },
    {
      id: 'first',
      header: t('address.firstSeen'),
      align: 'end',
      wideOnly: true,
      cell: ({ summary }) => seenAt(summary.first_seen_time, summary.first_seen_height, formats),
    },
    {
      id: 'transactions',
      header: t('column.transactions'),
      narrow: 'below',
      unit: t('column.transactionsUnit'),
      align: 'end',
      cell: ({ summary }) => count(summary.transaction_count),
    },
    {
      id: 'seen',
      header: t('column.lastSeen'),
      align: 'end',
      cell: ({ summary }) => seenAt(summary.last_seen_time, summary.last_seen_height, formats),
    },
  ];
}

/** An age; of a node that gives no times, the block. */
const seenAt = (time: number | undefined, height: number, formats: Pick<Translations, 'count' | 'link'>) =>
  time === undefined ? heightLink(height, formats) : <Timestamp seconds={time} />;
