import uPlot from 'uplot';
import type { AxisUnit, ChartData } from './chart-model.ts';

/** A chart drawn in the page. */
export interface Plot {
  /** Draws other values of the same kind. */
  update: (data: ChartData) => void;
  /** Moves the crosshair to an index, or hides it. @param isSilent without a call of `onPoint` */
  mark: (index: number | undefined, isSilent?: boolean) => void;
  destroy: () => void;
}

export interface PlotOptions {
  /** The element to fill; its height must be fixed. */
  box: HTMLElement;
  data: ChartData;
  /** Without axes: only the least and the greatest value are written. */
  isSmall: boolean;
  /** Called with the index of the point under the crosshair. */
  onPoint: (index: number | undefined) => void;
}

/**
 * Draws a chart with uPlot, and draws it again when the box's size or the theme's colours change.
 * @returns `undefined` if the browser provides no canvas
 */
export function drawPlot({ box, data, isSmall, onPoint }: PlotOptions): Plot | undefined {
  // A browser may refuse a canvas, for lack of memory or by its settings. Slider and table still have the values.
  if (document.createElement('canvas').getContext('2d') === null) return undefined;
  let shown = data;
  let plot = create();

  function create(): uPlot {
    return new uPlot(
      optionsOf(() => shown, readStyle(box), { box, isSmall, onPoint }),
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
    mark: (index, isSilent = false) => {
      const x = index === undefined ? undefined : shown.xs[index];
      const place =
        x === undefined
          ? { left: -10, top: -10 }
          : { left: plot.valToPos(x, 'x'), top: plot.over.clientHeight / 2 };
      plot.setCursor(place, !isSilent);
    },
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

/** The settled values, and those that are hatched, with the last settled one as their beginning. */
function valuesOf({ xs, values, settled = values.length - 1 }: ChartData): uPlot.AlignedData {
  return [
    [...xs],
    values.map((value, index) => (index <= settled ? value : null)),
    values.map((value, index) => (index >= settled && settled < values.length - 1 ? value : null)),
  ];
}

/** Room for a label above and below the line of a small chart, in CSS pixels. */
const LABEL_ROOM = 18;

function optionsOf(
  data: () => ChartData,
  style: ChartStyle,
  { box, isSmall, onPoint }: Omit<PlotOptions, 'data'>,
): uPlot.Options {
  return {
    ...sizeOf(box),
    // Right: half of the last label, a time with seconds.
    padding: isSmall ? [LABEL_ROOM, 1, LABEL_ROOM, 1] : [8, 26, 0, 0],
    legend: { show: false },
    cursor: {
      // By default a click that begins between two points counts as a drag, and is kept from the page.
      drag: { x: false, y: false, setScale: false, click: () => undefined },
      points: { size: 7 },
      move: (plot, left, top) => {
        if (left < 0) return [left, top];
        return [plot.valToPos(data().xs[plot.posToIdx(left)]!, 'x'), top];
      },
    },
    scales: {
      x: { time: false, range: (_plot, low, high) => (low === high ? [low - 1, high + 1] : [low, high]) },
      y: { range: (_plot, low, high) => yRange(low, high, data().fromZero ?? true) },
    },
    axes: isSmall ? [{ show: false }, { show: false }] : axesOf(data, style),
    series: [{}, seriesOptions(data(), style, false), seriesOptions(data(), style, true)],
    hooks: {
      draw: isSmall ? [(plot) => labelExtremes(plot, data(), style)] : [],
      setCursor: [(plot) => onPoint(plot.cursor.idx ?? undefined)],
    },
  };
}

function seriesOptions({ label }: ChartData, style: ChartStyle, isHatched: boolean): uPlot.Series {
  return {
    label,
    stroke: style.line,
    width: 1.5,
    spanGaps: true,
    points: { show: false },
    fill: (plot) => (isHatched ? hatchOf(plot, style) : fadeOf(plot, style)),
    ...(isHatched && { dash: [3, 3] }),
  };
}

/** The line's colour, fading towards the bottom. */
function fadeOf({ ctx, bbox }: uPlot, { line }: ChartStyle): CanvasGradient {
  const fade = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  fade.addColorStop(0, withAlpha(line, 22));
  fade.addColorStop(1, withAlpha(line, 3));
  return fade;
}

/** Distance between two lines of the hatching in CSS pixels. */
const HATCH = 5;

function hatchOf({ ctx }: uPlot, { line }: ChartStyle): CanvasPattern | string {
  const size = HATCH * devicePixelRatio;
  const tile = document.createElement('canvas');
  tile.width = tile.height = size;
  const pen = tile.getContext('2d');
  if (pen === null) return 'transparent';
  pen.strokeStyle = withAlpha(line, 45);
  pen.lineWidth = devicePixelRatio;
  // A diagonal, and the corners that it leaves to the neighbours.
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size);
    pen.lineTo(shift + size, 0);
  }
  pen.stroke();
  return ctx.createPattern(tile, 'repeat') ?? 'transparent';
}

/** Writes the greatest value above its point and the least one below, each with a dot. */
function labelExtremes(plot: uPlot, { values, yTick }: ChartData, style: ChartStyle): void {
  const known = values.filter((value) => value !== null);
  for (const [extreme, isAbove] of [
    [Math.max(...known), true],
    [Math.min(...known), false],
  ] as const) {
    const index = values.lastIndexOf(extreme);
    if (index >= 0)
      write(plot, { x: plot.data[0][index]!, y: extreme, text: yTick(extreme) }, style, isAbove);
  }
}

function write(
  plot: uPlot,
  { x, y, text }: { x: number; y: number; text: string },
  style: ChartStyle,
  isAbove: boolean,
): void {
  const { ctx, bbox } = plot;
  const [left, top] = [plot.valToPos(x, 'x', true), plot.valToPos(y, 'y', true)];
  ctx.save();
  ctx.font = style.font.replace(/^[\d.]+/, String(TICK_SIZE * devicePixelRatio));
  ctx.fillStyle = style.text;
  ctx.textAlign = 'center';
  ctx.textBaseline = isAbove ? 'bottom' : 'top';
  const half = ctx.measureText(text).width / 2;
  const middle = Math.max(bbox.left + half, Math.min(left, bbox.left + bbox.width - half));
  ctx.fillText(text, middle, top + (isAbove ? -5 : 5) * devicePixelRatio);
  ctx.fillStyle = style.line;
  ctx.beginPath();
  ctx.arc(left, top, 2 * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
}

/**
 * The same colour, partly transparent.
 * @param color a colour as the browser computes it: `rgb(…)` or another function
 */
function withAlpha(color: string, percent: number): string {
  return `color-mix(in srgb, ${color} ${percent}%, transparent)`;
}

/** Colours and font of a chart, as the browser computes them. */
interface ChartStyle extends AxisStyle {
  readonly line: string;
  readonly text: string;
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
    text: colorOf('text-muted'),
    grid: colorOf('chart-grid'),
    line: colorOf('chart-1'),
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

const AXIS_HEIGHT = 24;
/** Minimum distance between two ticks in CSS pixels, on each axis. */
const TICK_SPACE_X = 72;
const TICK_SPACE_Y = 34;
const WHOLE_STEPS = [1, 2, 5].flatMap((step) => Array.from({ length: 12 }, (_, power) => step * 10 ** power));
WHOLE_STEPS.sort((a, b) => a - b);

const SUBMINUTE = [1, 2, 5, 10, 15, 30];
const DAY = 86_400;
/** Possible steps between ticks by unit: bytes use powers of two, seconds also whole minutes, hours and days. */
const TICK_STEPS: Readonly<Record<AxisUnit, number[]>> = {
  integer: WHOLE_STEPS,
  seconds: [
    ...SUBMINUTE,
    ...SUBMINUTE.map((step) => step * 60),
    ...[1, 2, 3, 6, 12].map((step) => step * 3_600),
    ...WHOLE_STEPS.map((step) => step * DAY),
  ],
  bytes: Array.from({ length: 40 }, (_, power) => 2 ** power),
};

/** Colours and font of the axes, as the browser computes them. */
interface AxisStyle {
  readonly axis: string;
  readonly grid: string;
  /** In the form that a canvas takes: `11px …`. */
  readonly font: string;
}

/** The axes of a chart. @param data returns the chart's current values */
function axesOf(data: () => ChartData, style: AxisStyle): uPlot.Axis[] {
  const { yUnit, xTicks } = data();
  const common: uPlot.Axis = { stroke: style.axis, font: style.font, ticks: { show: false }, gap: 6 };
  return [
    {
      ...common,
      grid: { show: false },
      size: AXIS_HEIGHT,
      space: TICK_SPACE_X,
      incrs: () => xSteps(data().xs),
      ...(xTicks && { splits: ({ width }) => [...(data().xTicks?.(width / TICK_SPACE_X) ?? [])] }),
      values: (_plot, splits) => withoutRepeats(splits.map((x) => xTickText(data(), x))),
    },
    {
      ...common,
      grid: { stroke: style.grid, width: 1 },
      size: widthOfTicks,
      space: TICK_SPACE_Y,
      ...(yUnit === undefined ? {} : { incrs: TICK_STEPS[yUnit] }),
      values: (_plot, splits) => splits.map((y) => data().yTick(y)),
    },
  ];
}

/** Width of the y axis, estimated from the characters of its longest label, because all digits have the same width. */
function widthOfTicks(_plot: uPlot, values: string[] | null): number {
  const longest = Math.max(1, ...(values ?? []).map((text) => text.length));
  return 14 + longest * 6.5;
}

/** The steps that are not shorter than the least distance of two values. */
function xSteps(xs: readonly number[]): number[] {
  const least = xs.slice(1).reduce((shortest, x, index) => Math.min(shortest, x - xs[index]!), Infinity);
  return WHOLE_STEPS.filter((step) => least === Infinity || step >= least);
}

/** The labels, without those that repeat the one before. */
const withoutRepeats = (labels: readonly string[]): string[] =>
  labels.map((label, index) => (label === labels[index - 1] ? '' : label));

/** Label of an x; empty outside the range of the values, where there are no blocks. */
function xTickText({ xs, xTick }: ChartData, x: number): string {
  return x < (xs[0] ?? x) || x > (xs.at(-1) ?? x) ? '' : xTick(x);
}

/**
 * Both ends of the y axis, with a margin. If `fromZero`, it begins at zero or at the lowest negative value; otherwise
 * just below the lowest value.
 */
function yRange(low: number | null, high: number | null, fromZero: boolean): [number, number] {
  if (!fromZero && low !== null && high !== null) {
    const margin = (high - low) * 0.15 || Math.abs(high) * 0.01 || 1;
    return [low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin];
  }
  const top = high ?? 1;
  const bottom = Math.min(0, low ?? 0);
  return [bottom, top <= 0 ? 1 : top * 1.06];
}
