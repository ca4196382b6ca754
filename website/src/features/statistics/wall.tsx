import type { SeriesFigure } from '@cairn/api/explorer';
import {
  Amount,
  Button,
  type ChartData,
  ChartDrawing,
  ChartValues,
  classes,
  Icon,
  Skeleton,
} from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import {
  chartOf,
  figuresOf,
  isWorthDrawing,
  FIGURES,
  headlineOf,
  type Headline,
  steadyText,
  type Value,
  valueAt,
} from './figures.ts';
import { Rhythm } from './rhythm.tsx';
import { type Translations, useTranslations } from './texts.ts';
import { RANGES, type Wall, type WallParams, wallPath } from './wall-data.ts';

/** A choice that a link of the page makes in place, so that the reader stays where they are. */
export type Go = (next: WallParams) => (event: MouseEvent) => void;

interface ChartWallProps {
  /** `undefined` until it loads. */
  wall: Wall | undefined;
  /** True while that of another range loads. */
  isStale: boolean;
  /** False if a block needs no work. */
  hasWork: boolean;
  params: WallParams;
  go: Go;
}

/**
 * Small multiples: a tile for each figure, with one crosshair through all of them. Figures that hardly change stand below in words,
 * above all the newest blocks in time.
 */
export function ChartWall({ wall, isStale, hasWork, params, go }: ChartWallProps) {
  const translations = useTranslations();
  const { t } = translations;
  const [x, setX] = useState<number>();
  const figures = useMemo(
    () =>
      figuresOf(wall, hasWork).map((figure) => ({
        figure,
        chart: wall && chartOf(wall, figure, translations),
      })),
    [wall, hasWork, translations],
  );
  const isSteady = ({ chart }: Pick<TileProps, 'chart'>) => chart !== undefined && !isWorthDrawing(chart);
  const part = (name: 'page.charts' | 'statistics.steady', tiles: typeof figures) =>
    tiles.length > 0 && (
      <section
        class={classes('c-stats c-stats--large', name === 'page.charts' && 'wall')}
        aria-label={t(name)}
        aria-busy={wall === undefined || isStale ? 'true' : undefined}
      >
        {tiles.map(({ figure, chart }) => (
          <Tile key={figure} {...{ wall, figure, chart, x, params, go }} onX={setX} />
        ))}
      </section>
    );
  const blocks = wall?.blocks?.items.filter(({ height }) => height > 0).slice(0, RANGES.blocks.count) ?? [];
  return (
    <div class="c-stack">
      {blocks.length > 0 && <Rhythm blocks={blocks} />}
      {part(
        'page.charts',
        figures.filter((one) => !isSteady(one)),
      )}
      {part('statistics.steady', figures.filter(isSteady))}
    </div>
  );
}

interface TileProps extends Pick<ChartWallProps, 'wall' | 'params' | 'go'> {
  figure: SeriesFigure;
  /** `undefined` until it loads. */
  chart: ChartData | undefined;
  /** Height or time at which the crosshair stands. */
  x: number | undefined;
  onX: (x: number | undefined) => void;
}

/** A figure: its value in the range, its change and its chart; expanded also with axes, the values as a table and as a file. */
function Tile({ wall, figure, chart, x, onX, params, go }: TileProps) {
  const translations = useTranslations();
  const { t, link } = translations;
  const headline = useMemo(() => wall && headlineOf(wall, figure), [wall, figure]);
  const isDrawn = chart !== undefined && isWorthDrawing(chart);
  const isOpen = params.figure === figure;
  const toggled = { ...params, figure: isOpen ? undefined : figure };
  const at = chart === undefined || x === undefined ? -1 : chart.xs.indexOf(x);
  const marked = at < 0 ? undefined : at;
  const value = marked === undefined ? headline?.value : valueAt(wall!, figure, marked);
  const name = t(`figure.${figure}`);
  return (
    <article
      class="c-stat tile"
      id={figure}
      data-open={isOpen ? '' : undefined}
      aria-labelledby={`${figure}-name`}
    >
      <h2 class="tile__name" id={`${figure}-name`}>
        <a
          href={link.page(wallPath(toggled))}
          aria-expanded={isOpen}
          title={t(`figure.${figure}.note`)}
          onClick={go(toggled)}
        >
          {name}
          <Icon name="chevron-down" />
        </a>
      </h2>
      <p class="c-stat__value">
        {headline === undefined ? <Skeleton width="short" /> : <Written figure={figure} value={value} />}
      </p>
      <p class="c-stat__note">
        {marked !== undefined && `${chart!.xLabel} ${chart!.xText(marked)}`}
        {marked === undefined &&
          headline !== undefined &&
          (isDrawn
            ? changeText(headline, wall!, translations)
            : steadyText(chart!, wall!.step, translations))}
      </p>
      {chart === undefined && (
        <div class="c-chart__plot c-chart__plot--sm tile__chart">
          <span class="c-chart__placeholder" />
        </div>
      )}
      {isDrawn && (
        <div class="c-chart tile__chart">
          <ChartDrawing
            title={name}
            data={chart}
            size={isOpen ? 'lg' : 'sm'}
            marked={marked}
            onPoint={(index) => onX(index === undefined ? undefined : chart.xs[index])}
            onClick={isOpen ? undefined : go(toggled)}
          />
          {!isOpen && (
            <p class="tile__ends">
              {[0, chart.xs.length - 1].map((index) => (
                <span key={index}>
                  {wall?.step === 'block' && `${chart.xLabel} `}
                  {chart.xText(index)}
                </span>
              ))}
            </p>
          )}
        </div>
      )}
      {isOpen && wall !== undefined && chart !== undefined && (
        <div class="tile__more">
          <p class="c-small c-muted">{t(`figure.${figure}.note`)}</p>
          <CsvButton wall={wall} figure={figure} />
          <ChartValues title={name} data={chart} />
        </div>
      )}
    </article>
  );
}

/** A value in large digits, with its unit in smaller ones. */
function Written({ figure, value }: { figure: SeriesFigure; value: Value | undefined }) {
  const translations = useTranslations();
  if (value === undefined) return <span class="c-faint">–</span>;
  if (typeof value === 'bigint') return <Amount value={value} large />;
  const text = FIGURES[figure].text(value, translations);
  const [number, unit] = text.split(/[\s\u00A0]/);
  return (
    <>
      {number}
      {unit !== undefined && <span class="tile__unit">{`\u00A0${unit}`}</span>}
    </>
  );
}

/** Decimals of a share, which shows two digits at least. */
const SHARE_DIGITS = [0, 1, 2, 3];

/** How the range differs from the one before, `+12% on the 23 hours before`; where that is not known, which range it is. */
function changeText(
  { change, compared, range }: Headline,
  { step }: Wall,
  translations: Translations,
): string {
  const { t, percent } = translations;
  if (change === undefined) return t(`range.${range}.long`);
  const size = Math.abs(change);
  const digits = size === 0 ? 0 : (SHARE_DIGITS.find((decimals) => size >= 10 ** -decimals) ?? 4);
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const share = `${sign}${percent(size, digits)}`.replace(/^.<\s*/, '< ');
  return compared === 0
    ? t('statistics.since', { share })
    : t(`statistics.before.${step}`, { share, count: compared });
}

/** Saves the values of a chart as a file; says so if its script does not load. */
function CsvButton({ wall, figure }: { wall: Wall; figure: SeriesFigure }) {
  const { t } = useTranslations();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    try {
      (await import('./csv.ts')).saveLine(wall, figure, wall.lines[figure]!);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <span class="c-row c-small needs-script">
      <Button size="sm" onClick={() => void save()}>
        <Icon name="download" />
        {t('statistics.csv')}
      </Button>
      <span role="status">{failed && t('statistics.csvFailed')}</span>
    </span>
  );
}
