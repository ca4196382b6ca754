import uPlot from 'uplot';
import { axesOf, type AxisStyle, xRange, yRange } from './axes.ts';
import type { ChartData, ChartSeries } from './chart-model.ts';

/** A chart drawn in the page. */
export interface Plot {
  /** Draws other values of the same series. */
  update: (data: ChartData) => void;
  /** Moves the marker to an index, or hides it. */
  mark: (index: number | undefined) => void;
  destroy: () => void;
}

export interface PlotOptions {
  /** The element to fill; its height must be fixed. */
  box: HTMLElement;
  data: ChartData;
  /** Called with the index of the marked point, and the distance of pointer or marker from the left edge of the box. */
  onPoint: (index: number | undefined, left: number) => void;
}

/**
 * Draws a chart with uPlot, and draws it again when the box's size or the theme's colours change.
 * @returns `undefined` if the browser provides no canvas
 */
export function drawPlot({ box, data, onPoint }: PlotOptions): Plot | undefined {
  // A browser may refuse a canvas, for lack of memory or by its settings. Slider and table still have the values.
  if (document.createElement('canvas').getContext('2d') === null) return undefined;
  let shown = data;
  let plot = create();

  function create(): uPlot {
    return new uPlot(
      optionsOf(() => shown, readStyle(box), box, onPoint),
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
    const { width, height } = sizeOf(box);
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

function sizeOf({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
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
  style: ChartStyle,
  box: HTMLElement,
  onPoint: PlotOptions['onPoint'],
): uPlot.Options {
  const { series, fromZero = true } = data();
  const kinds = series.map(({ kind }) => kind);
  return {
    ...sizeOf(box),
    // Right: half of the last label, a time with seconds.
    padding: [8, 26, 0, 0],
    legend: { show: false },
    cursor: {
      drag: { x: false, y: false, setScale: false },
      points: { size: kinds.includes('bars') ? 0 : 8 },
    },
    scales: {
      x: { time: false, range: (_plot, low, high) => xRange(data().xs, kinds, low, high) },
      y: { range: (_plot, low, high) => yRange(low, high, data().fromZero ?? true) },
    },
    axes: axesOf(data, style),
    series: [{}, ...series.map((one) => seriesOptions(one, style, fromZero))],
    hooks: {
      draw: [(plot) => labelNewest(plot, data(), style)],
      setCursor: [
        (plot) => onPoint(plot.cursor.idx ?? undefined, (plot.cursor.left ?? 0) + plot.over.offsetLeft),
      ],
    },
  };
}

/** Width of a bar as a part of its step, and at most in CSS pixels. */
const BAR = { width: 0.6, widest: 12 };

/** Writes the newest value of the first series above its point, and above the bars beside it. */
function labelNewest(plot: uPlot, { xs, series: [first], yTick }: ChartData, style: ChartStyle): void {
  const index = first?.values.findLastIndex((value) => value !== null) ?? -1;
  const value = first?.values[index];
  if (first === undefined || value === null || value === undefined) return;
  const { ctx, bbox } = plot;
  const text = yTick(value);
  ctx.save();
  ctx.font = style.font.replace(/^[\d.]+/, String(TICK_SIZE * devicePixelRatio));
  ctx.fillStyle = style.series[first.color - 1] ?? style.axis;
  ctx.textAlign = 'right';
  const right = Math.min(
    plot.valToPos(xs[index]!, 'x', true) + ctx.measureText(text).width / 2,
    bbox.left + bbox.width,
  );
  const left = right - ctx.measureText(text).width;
  const below = first.values.filter(
    (_, at) => at === index || plot.valToPos(xs[at]!, 'x', true) > left - BAR.widest,
  );
  const top = Math.max(...below.map((one) => one ?? 0));
  ctx.fillText(text, right, plot.valToPos(top, 'y', true) - 7 * devicePixelRatio);
  ctx.restore();
}

/** An area is filled only if the axis begins at zero; otherwise its size would have no meaning. */
function seriesOptions(
  { label, kind, color }: ChartSeries,
  style: ChartStyle,
  fromZero: boolean,
): uPlot.Series {
  const stroke = style.series[color - 1] ?? style.axis;
  if (kind === 'bars') {
    const paths = uPlot.paths.bars!({ size: [BAR.width, BAR.widest] });
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

/**
 * The same colour, nearly transparent.
 * @param color a colour as the browser computes it: `rgb(…)` or another function
 */
function withAlpha(color: string): string {
  return `color-mix(in srgb, ${color} 14%, transparent)`;
}

/** Colours and font of a chart, as the browser computes them. */
interface ChartStyle extends AxisStyle {
  readonly series: readonly string[];
}

const TICK_SIZE = 11;

/** Reads the colours as those of the box's text, one after the other: a canvas cannot read custom properties. */
function readStyle(box: HTMLElement): ChartStyle {
  const style = getComputedStyle(box);
  const colorOf = (token: string) => {
    box.style.color = `var(--color-${token})`;
    return style.color;
  };
  const colors = {
    axis: colorOf('text-faint'),
    grid: colorOf('chart-grid'),
    series: [1, 2, 3, 4].map((number) => colorOf(`chart-${number}`)),
  };
  box.style.color = '';
  return { ...colors, font: `${TICK_SIZE}px ${style.fontFamily}` };
}

/** Media queries that change a page's colours, print among them. */
const QUERIES = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
  'print',
];

/** Calls back when the page's colours change. @returns a function that unsubscribes */
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
