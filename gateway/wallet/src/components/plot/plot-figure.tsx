import type { BalancePoint } from '@cairn/wallet';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useSettings } from '../../lib/context.ts';
import { writeAmount } from '../../lib/amount-text.ts';
import { formatExactTime } from '../../lib/exact-time.ts';
import { drawPlot, pointAt, type PlotShape } from '../../lib/plot.ts';
import { t } from '../../messages/messages.ts';
import { Rich } from '../../messages/rich.tsx';
import { Amount } from '../amount.tsx';
import { PlotTable } from './plot-table.tsx';

const SIZE = { width: 600, height: 160 };

/**
 * A line of balances with one of its points marked: by the pointer over it, by the slider below it (arrow keys), and
 * all of them in a table.
 */
export function PlotFigure({ points, until }: { points: readonly BalancePoint[]; until: number }) {
  const { unit, timeZone } = useSettings();
  const [marked, setMarked] = useState<number | undefined>(undefined);
  const shape = useMemo(() => drawPlot(points, until, SIZE), [points, until]);
  useEffect(() => setMarked(undefined), [points.length]);
  const index = Math.min(marked ?? points.length - 1, points.length - 1);
  const { time, balance } = points[index]!;
  const when = formatExactTime(time, timeZone);
  return (
    <figure class="w-plot">
      <figcaption class="w-plot__reading">
        <Amount value={balance} />
        <span class="c-faint c-small">{when}</span>
      </figcaption>
      <div class="w-plot__box">
        <Extreme k="plot.highest" value={shape.high} shown={shape.high !== shape.low} />
        <Drawing shape={shape} marked={index} onMark={setMarked} />
        <Extreme k="plot.lowest" value={shape.low} shown={shape.high !== shape.low} />
      </div>
      <input
        class="w-plot__slider"
        type="range"
        min={0}
        max={points.length - 1}
        value={index}
        disabled={points.length < 2}
        aria-label={t('plot.slider')}
        aria-valuetext={t('plot.point', { time: when, amount: writeAmount(balance, unit) })}
        onInput={(event) => setMarked(Number(event.currentTarget.value))}
      />
      <PlotTable points={points} />
    </figure>
  );
}

/** The scale of the drawing: what its highest and its lowest place stand for. */
function Extreme(props: { k: 'plot.highest' | 'plot.lowest'; value: bigint; shown: boolean }) {
  if (!props.shown) return null;
  return (
    <p class="w-plot__extreme">
      <Rich k={props.k} values={{ amount: <Amount value={props.value} /> }} />
    </p>
  );
}

/** The drawing itself, for the eye alone: what it says is in the slider and in the table. */
function Drawing(props: { shape: PlotShape; marked: number; onMark: (index: number | undefined) => void }) {
  const { shape, marked, onMark } = props;
  const place = shape.places[marked]!;
  const follow = (event: PointerEvent): void => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    if (width > 0) onMark(pointAt(shape, (event.clientX - left) / width, SIZE.width));
  };
  return (
    <svg
      class="w-plot__drawing"
      viewBox={`0 -6 ${SIZE.width} ${SIZE.height + 8}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => onMark(undefined)}
    >
      {shape.area !== undefined && <path class="w-plot__area" d={shape.area} />}
      <path class="w-plot__line" d={shape.line} vector-effect="non-scaling-stroke" />
      <path class="w-plot__mark" d={`M${place.x} -6V${SIZE.height}`} vector-effect="non-scaling-stroke" />
      {/* A line of no length with round ends: stays a circle however the drawing is stretched. */}
      <path class="w-plot__dot" d={`M${place.x} ${place.y}h0.01`} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
