import type { RefObject } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { classes } from '../lib/classes.ts';
import { useNear } from '../lib/lazy-content.ts';
import { type ChartData, indexAfterKey, pointText } from './chart-model.ts';
import type * as PlotLibrary from './plot.ts';

export interface ChartDrawingProps {
  title: string;
  data: ChartData | undefined;
  /** `sm` has no axes: only its least and its greatest value are written. */
  size: 'sm' | 'md' | 'lg';
  /** Index of the point where the crosshair stands; `undefined` for none. */
  marked: number | undefined;
  /** Pointer or keys move the crosshair to the point of an index, or remove it. */
  onPoint: (index: number | undefined) => void;
  onClick?: ((event: MouseEvent) => void) | undefined;
}

/**
 * The drawing of a chart, made once it comes near the viewport. For keyboards and screen readers it is a slider over its
 * points, each of which has a description.
 */
export function ChartDrawing(props: ChartDrawingProps) {
  const { title, data, size, marked, onPoint, onClick } = props;
  const { t } = useComponentTexts();
  const hint = useId();
  const box = useRef<HTMLDivElement>(null);
  const { drawn, mark } = usePlot({ box, data, isSmall: size === 'sm', marked, onPoint });
  const last = (data?.xs.length ?? 0) - 1;
  const index = Math.min(marked ?? last, last);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return mark(undefined);
    const next = last < 0 ? undefined : indexAfterKey(event.key, index, last + 1);
    if (next === undefined) return undefined;
    event.preventDefault();
    return mark(next);
  };
  return (
    <div class={classes('c-chart__plot', `c-chart__plot--${size}`)} onClick={onClick}>
      <div
        class="c-chart__slider"
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={data === undefined || index < 0 ? t('chart.loading') : pointText(data, index)}
        aria-busy={data === undefined ? 'true' : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible') && last >= 0) mark(index);
        }}
        onBlur={() => mark(undefined)}
      />
      {!drawn && <div class="c-chart__placeholder" />}
      <span class="c-visually-hidden" id={hint}>
        {t('chart.keys')}
      </span>
    </div>
  );
}

/** The loaded library, for all charts of the page, so that later charts are drawn synchronously and appear in print. */
let library: typeof PlotLibrary | undefined;

interface UsePlotOptions {
  box: RefObject<HTMLDivElement>;
  data: ChartData | undefined;
  isSmall: boolean;
  /** Index of the point where the crosshair stands. */
  marked: number | undefined;
  onPoint: (index: number | undefined) => void;
}

/** Loads the drawing library once the chart is near the viewport and has values, and keeps the drawing current. */
function usePlot({ box, data, isSmall, marked, onPoint }: UsePlotOptions) {
  const near = useNear(box);
  const plot = useRef<PlotLibrary.Plot | undefined>(undefined);
  const latest = useRef({ data, onPoint });
  latest.current = { data, onPoint };
  const [drawn, setDrawn] = useState(false);
  // The values for which the library could not be loaded: the next ones try again, the figures beside it stand.
  const [missed, setMissed] = useState<ChartData>();
  const isMissed = data !== undefined && data === missed;
  // What requires a new plot; new values only update it.
  const shape = data && `${isSmall} ${data.fromZero}`;

  useLayoutEffect(() => {
    if (!near || shape === undefined || isMissed) return undefined;
    let isUnmounted = false;
    const draw = ({ drawPlot }: typeof PlotLibrary) => {
      if (isUnmounted || box.current === null || latest.current.data === undefined) return;
      plot.current = drawPlot({
        box: box.current,
        data: latest.current.data,
        isSmall,
        onPoint: (index) => latest.current.onPoint(index),
      });
      setDrawn(true);
    };
    const load = async () => {
      try {
        library = await import('./plot.ts');
      } catch {
        if (!isUnmounted) setMissed(latest.current.data);
        return;
      }
      // Each of the page's charts in a task of its own, between which the browser reacts to input.
      const plots = library;
      setTimeout(() => draw(plots));
    };
    if (library === undefined) void load();
    else draw(library);
    return () => {
      isUnmounted = true;
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [near, shape, isMissed]);

  useEffect(() => {
    if (data !== undefined) plot.current?.update(data);
  }, [data]);
  // Silently: whoever moved the crosshair knows it.
  useEffect(() => plot.current?.mark(marked, true), [marked]);

  const mark = useCallback((index: number | undefined) => plot.current?.mark(index), []);
  return { drawn, mark };
}

/** A table of all values, the newest first. Focusable, because it scrolls and must be reachable by keyboard. */
export function ChartValues({ title, data }: { title: string; data: ChartData }) {
  const { xs, xLabel, xText, label, text } = data;
  return (
    <div class="c-chart__table" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{xLabel}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {xs
            .map((_, index) => (
              <tr key={index}>
                <th scope="row">{xText(index)}</th>
                <td>{text(index)}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}
