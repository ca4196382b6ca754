import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useNear } from '../lib/lazy-content.ts';
import type { ChartData } from './chart-model.ts';
import type * as PlotLibrary from './plot.ts';

/** The loaded library, for all charts of the page, so that later charts are drawn synchronously and appear in print. */
let library: typeof PlotLibrary | undefined;

export interface UsePlotOptions {
  box: RefObject<HTMLDivElement>;
  data: ChartData | undefined;
  onPoint: (point: { index: number; left: number } | undefined) => void;
}

/** Loads the drawing library once the chart is near the viewport and has values, and keeps the drawing current. */
export function usePlot({ box, data, onPoint }: UsePlotOptions) {
  const near = useNear(box);
  const plot = useRef<PlotLibrary.Plot | undefined>(undefined);
  const latest = useRef(data);
  latest.current = data;
  const [drawn, setDrawn] = useState(false);
  const shape = data === undefined ? undefined : shapeOf(data);

  useLayoutEffect(() => {
    if (!near || shape === undefined) return undefined;
    let isUnmounted = false;
    const draw = ({ drawPlot }: typeof PlotLibrary) => {
      if (isUnmounted || box.current === null || latest.current === undefined) return;
      plot.current = drawPlot({
        box: box.current,
        data: latest.current,
        onPoint: (index, left) => onPoint(index === undefined ? undefined : { index, left }),
      });
      setDrawn(true);
    };
    const load = async () => {
      library = await import('./plot.ts');
      draw(library);
    };
    if (library === undefined) void load();
    else draw(library);
    return () => {
      isUnmounted = true;
      plot.current?.destroy();
      plot.current = undefined;
    };
    // `onPoint` is a state setter and never changes.
  }, [near, shape]);

  useEffect(() => {
    if (data !== undefined) plot.current?.update(data);
  }, [data]);

  const mark = useCallback((index: number | undefined) => plot.current?.mark(index), []);
  return { drawn, mark };
}

/** The properties whose change requires a new plot; new values only update it. */
function shapeOf({ series }: ChartData): string {
  return series.map(({ label, kind, color }) => `${label} ${kind} ${color}`).join('|');
}
