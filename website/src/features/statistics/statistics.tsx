import type { ExplorerStats, ExplorerStatus, StatsResponse } from '@cairn/api/explorer';
import { Amount } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { parsePebbles } from '@cairn/protocol';
import type { ComponentChildren } from 'preact';
import { StatisticsNav } from '../../site/choice.tsx';
import { type Answer, type Fees, feesRequest, statsRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { EmptyChain, FailureNotice } from '../../site/notices.tsx';
import { definePage } from '../../site/island.tsx';
import { texts, useTranslations, type Translations } from './texts.ts';
import { indexLag, roundedUp, supplyOf } from '../../site/figures.ts';
import { NewestBlocks } from './newest-blocks.tsx';

interface StatisticsProps {
  stats: Answer<StatsResponse>;
  fees: Answer<Fees>;
}

/** Figures of the whole chain, which need the index, and figures and charts of the newest blocks, which do not. */
function Statistics({ stats, fees }: StatisticsProps) {
  const { t } = useTranslations();
  const view = useChain();
  const { status } = view;
  const empty = status !== undefined && status.height < 0;
  const failure = status === undefined ? (view.failure ?? stats.failure) : stats.failure;
  return (
    <Page
      loose
      title={t('page.statistics')}
      lead={t('statistics.lead')}
      actions={<StatisticsNav here="statistics" />}
    >
      {empty ? (
        <EmptyChain />
      ) : (
        <>
          <FailureNotice of={{ ...stats, failure }} />
          {(failure === undefined || stats.data !== undefined) && (
            <WholeChain stats={stats.data?.stats} status={status} />
          )}
          <FeeTiles fees={fees} />
          {(status !== undefined || failure === undefined) && <NewestBlocks view={view} />}
        </>
      )}
    </Page>
  );
}

export default definePage({
  texts,
  requests: () => ({ stats: statsRequest, fees: feesRequest }),
  head: ({ t }) => ({ title: t('page.statistics'), description: t('statistics.description') }),
  view: Statistics,
});

/** The fees with which a transfer comes into a block soon, by those of recent blocks. */
function FeeTiles({ fees: { data, failure } }: Pick<StatisticsProps, 'fees'>) {
  const { t } = useTranslations();
  if (failure !== undefined && data === undefined) return null;
  const about = (fee: string | undefined) =>
    fee === undefined ? undefined : (
      <>
        ≈ <Amount value={roundedUp(fee)} />
      </>
    );
  return (
    <section class="c-stack" aria-labelledby="fees">
      <h2 id="fees">{t('statistics.feesNow')}</h2>
      <StatTiles
        label={t('statistics.feesNow')}
        items={[
          { label: t('statistics.nextBlock'), value: about(data?.next_block), wide: true },
          { label: t('statistics.fewBlocks'), value: about(data?.few_blocks), wide: true },
        ]}
      />
    </section>
  );
}

export interface WholeChainProps {
  /** `undefined` until they load. */
  stats: ExplorerStats | undefined;
  status: ExplorerStatus | undefined;
}

/** Figures of the whole chain from the index, with the height up to which they count. */
export function WholeChain({ stats, status }: WholeChainProps) {
  const translations = useTranslations();
  const { t } = translations;
  return (
    <section class="c-stack" aria-labelledby="whole-chain">
      <div class="c-row c-row--between">
        <h2 id="whole-chain">{t('statistics.whole')}</h2>
        {stats !== undefined && <AsOf stats={stats} status={status} />}
      </div>
      <StatTiles large label={t('statistics.whole')} items={countsOf(stats, translations)} />
      <StatTiles label={t('statistics.whole')} items={amountsOf(stats, translations)} />
    </section>
  );
}

function AsOf({ stats, status }: { stats: ExplorerStats; status: ExplorerStatus | undefined }) {
  const { t, rich, count, link } = useTranslations();
  const { indexed_height: height } = stats;
  const lag = status === undefined ? 0 : indexLag(status);
  return (
    <p class="c-small c-muted">
      {rich('statistics.asOf', { height: <a href={link.block(height)}>{count(height)}</a> })}
      {lag > 0 && ` · ${t('statistics.behind', { count: lag })}`}
    </p>
  );
}

function countsOf(stats: ExplorerStats | undefined, { t, count, link }: Translations): Stat[] {
  const linked = (value: number | undefined, href: string): ComponentChildren =>
    value === undefined ? undefined : <a href={href}>{count(value)}</a>;
  return [
    { label: t('statistics.blocks'), value: linked(stats?.blocks, link.blocks()) },
    { label: t('statistics.transactions'), value: linked(stats?.transactions, link.page('/transactions')) },
    { label: t('statistics.addresses'), value: linked(stats?.addresses, link.page('/addresses')) },
  ];
}

function amountsOf(stats: ExplorerStats | undefined, { t }: Translations): Stat[] {
  const amount = (pebbles: bigint | undefined) =>
    pebbles === undefined ? undefined : <Amount value={pebbles} />;
  return [
    {
      label: t('statistics.supply'),
      value: amount(stats && supplyOf(stats)),
      note: t('statistics.supplyNote'),
      wide: true,
    },
    {
      label: t('statistics.transferred'),
      value: amount(stats && parsePebbles(stats.total_transferred)),
      note: t('statistics.transferredNote'),
      wide: true,
    },
    {
      label: t('statistics.rewards'),
      value: amount(stats && parsePebbles(stats.total_rewards)),
      note: t('statistics.rewardsNote'),
      wide: true,
    },
    { label: t('statistics.fees'), value: amount(stats && parsePebbles(stats.total_fees)), wide: true },
  ];
}
