import type { ExplorerStats, ExplorerStatus, StatsResponse } from '@cairn/api/explorer';
import { emittedUpTo, HALVING_INTERVAL, subsidyAt } from '@cairn/protocol';
import { Amount, amountNumber, Card, Chart, type ChartData, useUnitName } from '@cairn/ui';
import { Page } from '../../site/page-head.tsx';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { useMemo } from 'preact/hooks';
import { StatisticsNav } from '../../site/choice.tsx';
import { type Answer, statsRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { type ChartTools, compactText, durationText, useChartTools } from '../../site/formats.ts';
import { supplyOf, knownNetwork } from '../../site/figures.ts';
import { definePage } from '../../site/island.tsx';
import { texts, translationsFor, useTranslations, type Translations } from './texts.ts';
import { curveHeights, emittedInAll, nextHalving } from './emission.ts';

/** Coins that exist, the next halving, and the emission curve. */
function Supply({ stats }: { stats: Answer<StatsResponse> }) {
  const translations = useTranslations();
  const { t } = translations;
  const { status } = useChain();
  const { failure, data } = stats;
  const isShown = failure === undefined || data !== undefined;
  return (
    <Page title={t('page.supply')} lead={t('supply.lead')} actions={<StatisticsNav here="supply" />}>
      <FailureNotice of={stats} />
      {isShown && (
        <>
          <StatTiles large label={t('page.supply')} items={figuresOf(data?.stats, status, translations)} />
          <EmissionCard stats={data?.stats} />
        </>
      )}
    </Page>
  );
}

function figuresOf(
  stats: ExplorerStats | undefined,
  status: ExplorerStatus | undefined,
  translations: Translations,
): Stat[] {
  const { t, count, percent, locale } = translations;
  const height = stats?.indexed_height;
  const supply = stats && supplyOf(stats);
  const limit =
    supply !== undefined && height !== undefined ? genesisOf(supply, height) + emittedInAll() : 0n;
  const halving = height === undefined ? undefined : nextHalving(height);
  const spacing = status && knownNetwork(status.network)?.blockSpacingSeconds;
  const left = halving === undefined || height === undefined ? undefined : halving - height;
  return [
    {
      label: t('supply.now'),
      value: supply !== undefined && <Amount value={supply} />,
      note:
        supply !== undefined &&
        t('supply.ofLimit', {
          share: percent(Number(supply) / Number(limit), 2),
          limit: `${compactText(translations, amountNumber(limit, 'crn'), 4)} CRN`,
        }),
      wide: true,
    },
    {
      label: t('supply.reward'),
      value: height !== undefined && <Amount value={subsidyAt(height + 1)} />,
      note: t('supply.rewardNote', { count: count(HALVING_INTERVAL) }),
    },
    {
      label: t('supply.halving'),
      value: halving !== undefined && t('supply.halvingBlock', { height: count(halving) }),
      note: left !== undefined && t('supply.halvingNote', { count: left }),
      wide: true,
    },
    {
      label: t('supply.date'),
      value:
        left !== undefined &&
        spacing !== undefined &&
        new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
          Date.now() + left * spacing * 1_000,
        ),
      note: spacing !== undefined && t('supply.dateNote', { duration: durationText(translations, spacing) }),
    },
  ];
}

/** Pebbles created by the genesis block: the supply at a height without the pebbles of all later blocks. */
const genesisOf = (supply: bigint, height: number): bigint => supply - emittedUpTo(height);

function EmissionCard({ stats }: { stats: ExplorerStats | undefined }) {
  const { t, link } = useTranslations();
  const tools = useChartTools();
  const unitName = useUnitName();
  const data = useMemo(() => stats && emissionChart(stats, tools), [stats, tools]);
  const title = t('supply.curve');
  return (
    <Card
      title={t('chart.titleIn', { title, unit: unitName })}
      actions={<a href={link.page('/charts?figure=supply&range=all')}>{t('supply.chart')}</a>}
    >
      <div class="c-stack">
        <p class="c-small c-muted">{t('supply.curveText')}</p>
        <Chart title={title} data={data} height="lg" />
      </div>
    </Card>
  );
}

function emissionChart(
  stats: ExplorerStats,
  { translations: { locale }, amountText, unit }: ChartTools,
): ChartData {
  const translations = translationsFor(locale);
  const { indexed_height: tip } = stats;
  const genesis = genesisOf(supplyOf(stats), tip);
  const xs = curveHeights(tip);
  const supplies = xs.map((height) => genesis + emittedUpTo(height));
  const drawn = supplies.map((supply) => amountNumber(supply, unit));
  const text = (index: number): string => amountText(supplies[index] ?? 0n);
  return {
    xs,
    xLabel: translations.t('chart.block'),
    xText: (index) => translations.count(xs[index] ?? 0),
    xTick: (x) => compactText(translations, x),
    yTick: (y) => compactText(translations, y),
    series: [
      { label: translations.t('supply.planned'), kind: 'line', color: 2, values: drawn, text },
      {
        label: translations.t('supply.mined'),
        kind: 'area',
        color: 1,
        values: drawn.map((value, index) => (xs[index]! <= tip ? value : null)),
        text: (index) => (xs[index]! <= tip ? text(index) : '–'),
      },
    ],
  };
}

export default definePage({
  texts,
  requests: () => ({ stats: statsRequest }),
  head: ({ t }) => ({ title: t('page.supply'), description: t('supply.description') }),
  view: Supply,
});
