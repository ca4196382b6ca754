import type { AddressList, AddressSummary, StatsResponse } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Identifier, Timestamp } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { ShareBar } from '../../site/share-bar.tsx';
import { useMemo } from 'preact/hooks';
import { type Answer, byIndex, request, statsRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { EmptyChain, FailureNotice } from '../../site/notices.tsx';
import { NumberedList } from '../lists/index.ts';
import { Region } from '../verify/index.ts';
import { shareOf, supplyOf } from '../../site/figures.ts';
import { definePage } from '../../site/island.tsx';
import { readPage, PAGE_SIZE } from '../../site/url.ts';
import { texts, useTranslations, type Translations } from './texts.ts';
import { heightLink, tableAmount } from '../../site/cells.tsx';

/** The parameters in the URL of the ranking. */
export const addressesParams = (url: URL) => ({ page: readPage(url.searchParams.get('page')) });

/** A page of the ranking. */
const rankingRequest = (page: number) =>
  request(
    `ranking ${page}`,
    (api, options) => api.listAddresses({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, options),
    byIndex,
  );

export interface AddressesProps {
  /** Counted from 1. */
  page: number;
  ranking: Answer<AddressList>;
  stats: Answer<StatsResponse>;
}

/** All addresses, ranked by balance. */
function Addresses({ page, ranking, stats }: AddressesProps) {
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
          <Ranking page={page} list={data} supply={supply} />
        </Region>
      )}
    </Page>
  );
}

interface ListProps {
  page: number;
  list: AddressList | undefined;
  supply: bigint | undefined;
}

/** Number of highest balances whose share is shown. */
const FIRST = 10;

/** The share of all coins that the first of the ranking hold. */
function HeldByFirst({ page, list, supply }: ListProps) {
  const { t, percent } = useTranslations();
  if (page > 1 || list === undefined || supply === undefined) return null;
  const first = list.items.slice(0, FIRST);
  const sum = first.reduce((total, { balance }) => total + parsePebbles(balance), 0n);
  return <span>{t('addresses.held', { count: first.length, share: percent(shareOf(sum, supply)) })}</span>;
}

function Ranking({ page, list, supply }: ListProps) {
  const { t, link } = useTranslations();
  const first = list?.pagination.offset ?? 0;
  return (
    <NumberedList
      label={t('page.addresses')}
      title={list && t('common.addresses', { count: list.pagination.total })}
      path={link.page('/addresses')}
      page={page}
      list={list}
      actions={<HeldByFirst page={page} list={list} supply={supply} />}
      pastEnd={t('common.addresses', { count: list?.pagination.total ?? 0 })}
    >
      {(rows) => (
        <RankingTable
          rows={rows?.map((summary, index) => ({ rank: first + index + 1, summary }))}
          supply={supply}
        />
      )}
    </NumberedList>
  );
}

export default definePage({
  texts,
  params: addressesParams,
  requests: ({ page }) => ({ ranking: rankingRequest(page), stats: statsRequest }),
  head: ({ t }) => ({ title: t('page.addresses'), description: t('addresses.description') }),
  view: Addresses,
});

/** One row: an address with its rank, counted from 1. */
interface RankedRow {
  readonly rank: number;
  readonly summary: AddressSummary;
}

/**
 * Addresses by balance, the highest first.
 * @param props.rows `undefined` until they load
 * @param props.supply coins in existence, in pebbles; without it no shares are shown
 */
function RankingTable({
  rows,
  supply,
}: {
  rows: readonly RankedRow[] | undefined;
  supply: bigint | undefined;
}) {
  const translations = useTranslations();
  // Bars are relative to the largest share on the page: relative to the supply, all could be a few pixels wide.
  const largest = supply === undefined ? 1 : shareOf(parsePebbles(rows?.[0]?.summary.balance ?? '0'), supply);
  const columns = useMemo(() => columnsOf(translations, supply, largest), [translations, supply, largest]);
  return (
    <DataTable
      caption={translations.t('addresses.caption')}
      columns={columns}
      rows={rows}
      waitingRows={PAGE_SIZE}
      rowKey={({ summary }) => summary.address}
    />
  );
}

function columnsOf(
  { t, count, link, percent }: Translations,
  supply: bigint | undefined,
  largest: number,
): Column<RankedRow>[] {
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
        return (
          <ShareBar share={share} of={largest}>
            {percent(share)}
          </ShareBar>
        );
      },
    },
    {
      id: 'received',
      header: t('column.received'),
      align: 'end',
      wideOnly: true,
      cell: ({ summary }) => tableAmount(summary.total_received),
    },
    {
      id: 'transactions',
      header: t('column.transactions'),
      align: 'end',
      cell: ({ summary }) => count(summary.transaction_count),
    },
    {
      id: 'seen',
      header: t('column.lastSeen'),
      align: 'end',
      cell: ({ summary: { last_seen_time: time, last_seen_height: height } }) =>
        time === undefined ? heightLink(height, { count, link }) : <Timestamp seconds={time} />,
    },
  ];
}
