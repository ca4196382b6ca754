import type { ExplorerStats } from '@cairn/api/explorer';
import { emittedUpTo, HALVING_INTERVAL, type Network, subsidyAt } from '@cairn/protocol';
import {
  Amount,
  amountNumber,
  Card,
  type ChartData,
  ChartDrawing,
  ChartValues,
  KeyValueList,
  Skeleton,
  useComponentTexts,
  useDetails,
  useNow,
} from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import { supplyOf } from '../../site/figures.ts';
import { compactText, durationText } from '../../site/formats.ts';
import { Later } from '../../site/later.tsx';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { curveHeights, emittedInAll, expectedDate, halvingsAfter, nextHalving } from './emission.ts';
import { type Translations, useTranslations } from './texts.ts';

export interface SupplyProps {
  /** `undefined` until they load. */
  stats: ExplorerStats | undefined;
  network: Network | undefined;
}

/** The coins that exist, the next halving, and how many coins there will be. */
export function Supply({ stats, network }: SupplyProps) {
  const translations = useTranslations();
  const { t, count } = translations;
  return (
    <section class="c-stack part" id="supply" aria-labelledby="supply-title">
      <h2 id="supply-title">{t('page.supply')}</h2>
      <Later>
        <Figures stats={stats} network={network} />
      </Later>
      <div class="supply">
        <Later>
          <Curve stats={stats} />
        </Later>
        <Card title={t('supply.halvings')} level={3} flush>
          {stats === undefined ? (
            <div class="c-pad c-stack" aria-busy="true">
              {[1, 2, 3, 4, 5, 6, 7].map((row) => (
                <Skeleton key={row} width="long" />
              ))}
            </div>
          ) : (
            <KeyValueList
              atEnd
              items={halvingsAfter(stats.indexed_height).map(({ height, reward }) => ({
                label: t('supply.fromBlock', { height: count(height) }),
                value: <Amount value={reward} />,
              }))}
            />
          )}
        </Card>
      </div>
    </section>
  );
}

function Figures({ stats, network }: SupplyProps) {
  const translations = useTranslations();
  const now = useNow();
  const { t } = translations;
  return <StatTiles label={t('page.supply')} items={tilesOf(stats, network, now, translations)} />;
}

/** The coins by block, as a drawing and as a table. The value under the crosshair stands beside the title. */
function Curve({ stats }: Pick<SupplyProps, 'stats'>) {
  const translations = useTranslations();
  const { t } = translations;
  const { t: ui } = useComponentTexts();
  const { isOpen, attributes } = useDetails();
  const [marked, setMarked] = useState<number>();
  const data = useMemo(() => stats && emissionChart(stats, translations), [stats, translations]);
  const title = t('supply.curve');
  return (
    <Card
      title={t('chart.titleIn', { title, unit: 'CRN' })}
      level={3}
      actions={
        data !== undefined &&
        marked !== undefined &&
        `${t('supply.block', { height: data.xText(marked) })}: ${data.text(marked)}`
      }
      footer={
        <details {...attributes}>
          <summary class="c-small">{ui('chart.table')}</summary>
          {isOpen && data !== undefined && <ChartValues title={title} data={data} />}
        </details>
      }
    >
      <div class="c-chart">
        <ChartDrawing title={title} data={data} size="md" marked={marked} onPoint={setMarked} />
      </div>
    </Card>
  );
}

function tilesOf(
  stats: ExplorerStats | undefined,
  network: Network | undefined,
  now: number,
  translations: Translations,
): Stat[] {
  const { t, count, percent, locale } = translations;
  const supply = stats && supplyOf(stats);
  const limit = stats && genesisOf(stats) + emittedInAll();
  const height = stats?.indexed_height;
  const halving = height === undefined ? undefined : nextHalving(height);
  const left = halving === undefined || height === undefined ? undefined : halving - height;
  const spacing = network?.blockSpacingSeconds;
  return [
    {
      label: t('supply.now'),
      value: supply === undefined ? undefined : <Amount value={supply} />,
      note:
        supply !== undefined &&
        t('supply.ofLimit', {
          share: percent(Number(supply) / Number(limit), 2),
          limit: `${compactText(translations, amountNumber(limit ?? 0n), 4)} CRN`,
        }),
      wide: true,
    },
    {
      label: t('supply.reward'),
      value: height === undefined ? undefined : <Amount value={subsidyAt(height + 1)} />,
      note: height !== undefined && t('supply.rewardNote', { count: count(HALVING_INTERVAL) }),
    },
    {
      label: t('supply.halving'),
      value:
        height === undefined
          ? undefined
          : halving === undefined
            ? t('common.none')
            : t('supply.block', { height: count(halving) }),
      note: left !== undefined && t('supply.halvingNote', { count: left }),
    },
    {
      label: t('supply.date'),
      value:
        left === undefined || spacing === undefined ? undefined : expectedDate(now, left * spacing, locale),
      note: spacing !== undefined && t('supply.dateNote', { duration: durationText(translations, spacing) }),
    },
  ];
}

/** Pebbles created by the genesis block: the supply without the pebbles of all later blocks. */
const genesisOf = (stats: ExplorerStats): bigint => supplyOf(stats) - emittedUpTo(stats.indexed_height);

function emissionChart(stats: ExplorerStats, translations: Translations): ChartData {
  const { t, amount, count } = translations;
  const { indexed_height: tip } = stats;
  const xs = curveHeights(tip);
  const supplies = xs.map((height) => genesisOf(stats) + emittedUpTo(height));
  return {
    xs,
    xLabel: t('statistics.step.block'),
    xText: (index) => count(xs[index] ?? 0),
    xTick: (x) => compactText(translations, x),
    label: t('supply.planned'),
    values: supplies.map((supply) => amountNumber(supply)),
    text: (index) => amount(supplies[index] ?? 0n),
    yTick: (y) => compactText(translations, y),
    settled: xs.indexOf(tip),
  };
}
