import type { BlockSummary } from '@cairn/api/explorer';
import { MAX_BLOCK_SIZE } from '@cairn/protocol';
import { Amount, Card, Chart, type ChartData, useUnitName } from '@cairn/ui';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { useMemo } from 'preact/hooks';
import { durationText, hashRateText, useChartTools } from '../../site/formats.ts';
import { hashRate, meanFee, mined, knownNetwork } from '../../site/figures.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { BLOCK_FIGURES, blockChart } from './block-charts.ts';
import { useTranslations, type Translations } from './texts.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { useRequest } from '../../site/request.ts';
import { blocksRequest } from '../lists/index.ts';

/** Blocks that are shown. */
const BLOCKS = 100;

/** The newest blocks in figures and charts. */
export function NewestBlocks({ view }: { view: ChainView }) {
  const translations = useTranslations();
  const tools = useChartTools();
  const unitName = useUnitName();
  const { data, failure } = useRequest(blocksRequest({ size: BLOCKS }));
  const blocks = useMemo(() => data?.items.toReversed(), [data]);
  const charts = useMemo(
    () =>
      BLOCK_FIGURES.map((figure) => ({
        figure,
        title: translations.t(`chart.${figure}`),
        data: blocks && blockChart(figure, blocks, tools),
      })).filter(({ figure, data }) => figure !== 'difficulty' || !isConstant(data)),
    [blocks, tools],
  );
  const { t } = translations;
  const title = t('statistics.recent', { count: blocks?.length ?? BLOCKS });
  return (
    <section class="c-stack needs-script" aria-labelledby="newest-blocks">
      <h2 id="newest-blocks">{title}</h2>
      {view.failure === undefined && <FailureNotice of={{ failure }} />}
      <StatTiles label={title} items={statItems(blocks, view, translations)} />
      <div class="c-grid needs-script">
        {charts.map(({ figure, title, data }) => (
          <Card
            key={figure}
            title={figure === 'fees' ? t('chart.titleIn', { title, unit: unitName }) : title}
            level={3}
          >
            <Chart title={title} data={data} />
          </Card>
        ))}
      </div>
    </section>
  );
}

function statItems(
  blocks: readonly BlockSummary[] | undefined,
  { status }: ChainView,
  translations: Translations,
): Stat[] {
  const { t, percent } = translations;
  const figure = <Value,>(value: Value | undefined, show: (value: Value) => Stat['value']) => {
    if (blocks === undefined) return undefined;
    return value === undefined ? <span class="c-faint">{t('statistics.tooFew')}</span> : show(value);
  };
  const timed = blocks && mined(blocks);
  const spacing = status && knownNetwork(status.network)?.blockSpacingSeconds;
  return [
    {
      label: t('statistics.meanInterval'),
      value: figure(timed && meanInterval(timed), (seconds) => durationText(translations, seconds)),
      note: spacing && t('statistics.target', { duration: durationText(translations, spacing) }),
    },
    {
      label: t('statistics.rate'),
      value: figure(timed && transactionRate(timed), (rate) => rateText(translations, rate)),
      note: t('statistics.rateNote'),
    },
    {
      label: t('statistics.hashRate'),
      value: figure(timed && hashRate(timed), (rate) => hashRateText(translations, rate)),
      note: t('statistics.hashRateNote'),
    },
    {
      label: t('statistics.fullness'),
      value: figure(blocks && fullness(blocks), (share) => percent(share, 3)),
      note: t('statistics.fullnessNote'),
    },
    {
      label: t('statistics.meanFee'),
      value: figure(blocks && meanFee(blocks), (fee) => <Amount value={fee} />),
      note: t('statistics.meanFeeNote'),
      wide: true,
    },
  ];
}

/**
 * True if all values are equal, such as the difficulty of a devnet, which needs no chart; true until the data loads.
 */
function isConstant(data: ChartData | undefined): boolean {
  const values = data?.series[0]?.values ?? [];
  return values.every((value) => value === values[0]);
}

function rateText({ locale }: Translations, rate: number): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(rate);
}

function fullness(blocks: readonly BlockSummary[]): number | undefined {
  if (blocks.length === 0) return undefined;
  return blocks.reduce((sum, block) => sum + block.size_bytes, 0) / blocks.length / MAX_BLOCK_SIZE;
}

/** Mean seconds between two successive blocks. @param blocks oldest first @returns `undefined` for fewer than two */
function meanInterval(blocks: readonly BlockSummary[]): number | undefined {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined || blocks.length < 2) return undefined;
  return (last.timestamp - first.timestamp) / (blocks.length - 1);
}

/**
 * Transfers per second: those of all blocks but the first, divided by the time between the first and the last.
 * @param blocks oldest first
 * @returns `undefined` for fewer than two blocks, or no time between them
 */
function transactionRate(blocks: readonly BlockSummary[]): number | undefined {
  const seconds = (blocks.at(-1)?.timestamp ?? 0) - (blocks[0]?.timestamp ?? 0);
  if (blocks.length < 2 || seconds <= 0) return undefined;
  const transfers = blocks.slice(1).reduce((sum, block) => sum + block.transaction_count - 1, 0);
  return transfers / seconds;
}
