import type { AddressList, StatsResponse } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Amount, Card, EmptyState, PageHead, type Stat, StatTiles } from '@cairn/ui';
import { chainStatus, explorer } from '../app.ts';
import { EmptyChain, PastEnd } from '../components/placeholders.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import { NumberedPager } from '../components/pager.tsx';
import { RankingTable } from '../components/ranking-table.tsx';
import { shareOf, supplyOf } from '../figures/chain-figures.ts';
import type { Initial } from '../runtime/page-context.ts';
import { island } from '../runtime/island.tsx';
import { useChain, useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import { PAGE_SIZE } from '../lib/pages.ts';
import { addressesParams } from '../lib/url-params.ts';
import '../messages/groups/figures/index.ts';
import { useTranslations, type Translations } from '../messages/translations.ts';

export interface AddressesProps {
  /** Counted from 1. */
  page: number;
  initial?: Initial<{ addresses: AddressList; stats: StatsResponse }> | undefined;
}

/** All addresses, ranked by balance. */
function Addresses({ page, initial }: AddressesProps) {
  const { t } = useTranslations();
  const view = useChain();
  const { status } = view;
  const ranking = useResource(
    (signal) => explorer.listAddresses({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }, { signal }),
    String(page),
    initial?.addresses,
  );
  const stats = useResource((signal) => explorer.getStats({}, { signal }), 'stats', initial?.stats);
  const retry = () => {
    ranking.retry();
    stats.retry();
  };
  useChange(status && `${status.index.state} ${status.index.indexed_height}`, retry);
  useRecovery(ranking.failure, view, retry);
  const { data, failure } = ranking;
  const supply = stats.data && supplyOf(stats.data.stats);
  const empty = status !== undefined && status.height < 0;
  return (
    <div class="c-stack">
      <PageHead title={t('addresses.title')}>{t('addresses.lead')}</PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {empty && <EmptyChain />}
      {!empty && failure !== undefined && (
        <FailureNotice failure={failure} onRetry={retry} retrying={ranking.loading} status={status} />
      )}
      {!empty && (failure === undefined || data !== undefined) && (
        <>
          <SummaryTiles page={page} list={data} supply={supply} />
          <Ranking page={page} list={data} supply={supply} />
        </>
      )}
    </div>
  );
}

interface ListProps {
  page: number;
  list: AddressList | undefined;
  supply: bigint | undefined;
}

/** Tiles: number of addresses, supply and, on the first page, the share of the first ten. */
function SummaryTiles({ page, list, supply }: ListProps) {
  const translations = useTranslations();
  const { t, count } = translations;
  return (
    <StatTiles
      label={t('addresses.title')}
      items={[
        { label: t('addresses.title'), value: list && count(list.pagination.total) },
        {
          label: t('addresses.supply'),
          wide: true,
          value: supply === undefined ? undefined : <Amount value={supply} />,
        },
        ...(page === 1 ? [heldByFirst(translations, list, supply)] : []),
      ]}
    />
  );
}

/** Number of highest balances whose share is shown. */
const FIRST = 10;

function heldByFirst(
  { t, percent }: Translations,
  list: AddressList | undefined,
  supply: bigint | undefined,
): Stat {
  const first = list?.items.slice(0, FIRST);
  const sum = first?.reduce((total, { balance }) => total + parsePebbles(balance), 0n);
  return {
    label: t('addresses.held', { count: Math.min(FIRST, first?.length ?? FIRST) }),
    value: sum === undefined || supply === undefined ? undefined : percent(shareOf(sum, supply)),
  };
}

function Ranking({ page, list, supply }: ListProps) {
  const { t, link } = useTranslations();
  const path = link.page('/addresses');
  if (list === undefined) {
    return (
      <Card flush>
        <RankingTable rows={undefined} waitingRows={PAGE_SIZE} supply={undefined} />
      </Card>
    );
  }
  const { total, offset } = list.pagination;
  if (list.items.length === 0) {
    return total === 0 ? (
      <EmptyState title={t('addresses.empty')}>
        <p>{t('addresses.emptyText')}</p>
      </EmptyState>
    ) : (
      <PastEnd path={path} text={t('common.addresses', { count: total })} />
    );
  }
  const rows = list.items.map((summary, index) => ({ rank: offset + index + 1, summary }));
  return (
    <Card
      flush
      footer={
        total > PAGE_SIZE ? (
          <NumberedPager
            label={t('addresses.title')}
            path={path}
            page={page}
            count={rows.length}
            total={total}
          />
        ) : undefined
      }
    >
      <RankingTable rows={rows} waitingRows={PAGE_SIZE} supply={supply} />
    </Card>
  );
}

export default island(Addresses, { params: addressesParams });
