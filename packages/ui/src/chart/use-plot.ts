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
  isSmall: boolean;
  /** Index of the point where the crosshair stands. */
  marked: number | undefined;
  onPoint: (index: number | undefined) => void;
}

/** Loads the drawing library once the chart is near the viewport and has values, and keeps the drawing current. */
export function usePlot({ box, data, isSmall, marked, onPoint }: UsePlotOptions) {
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
      draw(library);
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
