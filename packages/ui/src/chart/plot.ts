import uPlot from 'uplot';
import type { ChartData, ChartSeries, ChartSteps } from './chart-model.ts';
import { readInks, type Inks } from './inks.ts';
import { xRange } from './x-range.ts';

/** A drawing in the page. */
export interface Plot {
  /** Draws other values; the series stay the same. */
  update: (data: ChartData) => void;
  /** Shows the marker at an index, or nowhere. */
  mark: (index: number | undefined) => void;
  destroy: () => void;
}

export interface PlotOptions {
  /** The box to fill; it has a height of its own. */
  box: HTMLElement;
  /** Holds the inks as text colours. */
  inks: HTMLElement;
  data: ChartData;
  /** Called with the point below the pointer and its place in the box. */
  onPoint: (index: number | undefined, left: number) => void;
}

const AXIS_HEIGHT = 24;
/** The x axis's name. */
const LABEL_HEIGHT = 16;
const TICK_SPACE_X = 72;
const TICK_SPACE_Y = 34;
const WHOLE_STEPS = [1, 2, 5].flatMap((step) => Array.from({ length: 12 }, (_, power) => step * 10 ** power));
WHOLE_STEPS.sort((a, b) => a - b);

const SUBMINUTE = [1, 2, 5, 10, 15, 30];
const DAY = 86_400;
/** Steps of an axis by what it counts: an axis of bytes goes by powers of two, one of seconds by minutes and hours. */
const STEPS: Readonly<Record<ChartSteps, number[]>> = {
  ones: WHOLE_STEPS,
  seconds: [
    ...SUBMINUTE,
    ...SUBMINUTE.map((step) => step * 60),
    ...[1, 2, 3, 6, 12].map((step) => step * 3_600),
    ...WHOLE_STEPS.map((step) => step * DAY),
  ],
  bytes: Array.from({ length: 40 }, (_, power) => 2 ** power),
};

/** Draws a chart with uPlot and keeps it as wide as its box and in the theme's colours. */
export function drawPlot({ box, inks, data, onPoint }: PlotOptions): Plot {
  let shown = data;
  let plot = create();
  const size = () => ({ width: Math.max(1, box.clientWidth), height: Math.max(1, box.clientHeight) });

  function create(): uPlot {
    return new uPlot(
      optionsOf(() => shown, readInks(inks), box, onPoint),
      valuesOf(shown),
      box,
    );
  }
  const redraw = () => {
    plot.destroy();
    plot = create();
  };
  const stopTheme = onThemeChange(redraw);
  const observer = new ResizeObserver(() => {
    const { width, height } = size();
    if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
  });
  observer.observe(box);
  return {
    update: (next) => {
      shown = next;
      plot.setData(valuesOf(next));
    },
    mark: (index) => markPoint(plot, shown, index),
    destroy: () => {
      stopTheme();
      observer.disconnect();
      plot.destroy();
    },
  };
}

function valuesOf({ xs, series }: ChartData): uPlot.AlignedData {
  return [[...xs], ...series.map(({ values }) => [...values])];
}

function markPoint(plot: uPlot, { xs }: ChartData, index: number | undefined): void {
  const x = index === undefined ? undefined : xs[index];
  const left = x === undefined ? -10 : plot.valToPos(x, 'x');
  plot.setCursor({ left, top: x === undefined ? -10 : plot.over.clientHeight / 2 });
}

function optionsOf(
  data: () => ChartData,
  inks: Inks,
  box: HTMLElement,
  onPoint: PlotOptions['onPoint'],
): uPlot.Options {
  const { series, steps } = data();
  const kinds = series.map(({ kind }) => kind);
  return {
    width: Math.max(1, box.clientWidth),
    height: Math.max(1, box.clientHeight),
    padding: [8, 16, 0, 0],
    legend: { show: false },
    cursor: {
      drag: { x: false, y: false, setScale: false },
      points: { size: kinds.includes('bars') ? 0 : 8 },
    },
    scales: {
      x: { time: false, range: (_plot, low, high) => xRange(data().xs, kinds, low, high) },
      y: { range: (_plot, low, high) => yRange(low, high, data().fromZero ?? true) },
    },
    axes: [
      {
        ...axisLook(inks),
        grid: { show: false },
        size: AXIS_HEIGHT,
        label: data().xLabel,
        labelSize: LABEL_HEIGHT,
        labelFont: inks.font,
        labelGap: 0,
        space: TICK_SPACE_X,
        incrs: STEPS[data().xSteps ?? 'ones'],
        values: (_plot, splits) => splits.map((x) => xLabel(data(), x)),
      },
      {
        ...axisLook(inks),
        grid: { stroke: inks.grid, width: 1 },
        size: widthOfTicks,
        space: TICK_SPACE_Y,
        ...(steps === undefined ? {} : { incrs: STEPS[steps] }),
        values: (_plot, splits) => splits.map((y) => data().yTick(y)),
      },
    ],
    series: [{}, ...series.map((one) => seriesLook(one, inks, data().fromZero ?? true))],
    hooks: {
      setCursor: [
        (plot) => onPoint(plot.cursor.idx ?? undefined, (plot.cursor.left ?? 0) + plot.over.offsetLeft),
      ],
    },
  };
}

function axisLook(inks: Inks): uPlot.Axis {
  return { stroke: inks.axis, font: inks.font, ticks: { show: false }, gap: 6 };
}

/** Room for the longest label of the y axis; measured in characters, since digits are of one width. */
function widthOfTicks(_plot: uPlot, values: string[] | null): number {
  const longest = Math.max(1, ...(values ?? []).map((text) => text.length));
  return 14 + longest * 6.5;
}

/** The room around the values has no labels: there are no blocks. */
function xLabel({ xs, xTick }: ChartData, x: number): string {
  return x < (xs[0] ?? x) || x > (xs.at(-1) ?? x) ? '' : xTick(x);
}

/** From zero up, or around the values, with a little air. */
function yRange(low: number | null, high: number | null, fromZero: boolean): [number, number] {
  if (!fromZero && low !== null && high !== null) {
    const air = (high - low) * 0.15 || Math.abs(high) * 0.01 || 1;
    return [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
  }
  const top = high ?? 1;
  const bottom = Math.min(0, low ?? 0);
  return [bottom, top <= 0 ? 1 : top * 1.06];
}

const BAR = { width: 0.72, widest: 28, round: 0.32 };

/** An area is filled only where it stands on zero: elsewhere it would say nothing. */
function seriesLook({ label, kind, ink }: ChartSeries, inks: Inks, fromZero: boolean): uPlot.Series {
  const stroke = inks.series[ink - 1] ?? inks.axis;
  if (kind === 'bars') {
    const paths = uPlot.paths.bars!({ size: [BAR.width, BAR.widest], radius: BAR.round });
    return { label, stroke, fill: stroke, width: 0, paths, points: { show: false } };
  }
  const paths = kind === 'step' ? uPlot.paths.stepped!({ align: 1, extend: true }) : undefined;
  return {
    label,
    stroke,
    width: 2,
    points: { show: false },
    ...(kind === 'line' || !fromZero ? {} : { fill: withAlpha(stroke) }),
    ...(paths === undefined ? {} : { paths }),
  };
}

/** The same colour, nearly transparent; `color` is what a browser computes: `rgb(…)` or another function. */
function withAlpha(color: string): string {
  return `color-mix(in srgb, ${color} 14%, transparent)`;
}

/** Media queries that change a page's colours; paper has its own too. */
const QUERIES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
  'print',
];

/** Calls back when the page's colours change. @returns a function that ends it */
function onThemeChange(listener: () => void): () => void {
  const schemes = QUERIES.map((query) => matchMedia(query));
  const root = new MutationObserver(listener);
  root.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  for (const scheme of schemes) scheme.addEventListener('change', listener);
  return () => {
    root.disconnect();
    for (const scheme of schemes) scheme.removeEventListener('change', listener);
  };
}
