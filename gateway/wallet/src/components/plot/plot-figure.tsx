import type { BalancePoint } from '@cairn/wallet';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useSettings } from '../../lib/context.ts';
import { writeAmount } from '../../lib/amount-text.ts';
import { dayOf, endOfDay, formatExactTime } from '../../lib/exact-time.ts';
import { drawPlot, readPlot, stepOf, type PlotReading, type PlotShape } from '../../lib/plot.ts';
import type { TimeZone } from '../../lib/settings.ts';
import { t } from '../../messages/messages.ts';
import { Rich } from '../../messages/rich.tsx';
import { Amount } from '../amount.tsx';
import { PlotTable } from './plot-table.tsx';

const SIZE = { width: 600, height: 160 };

/**
 * A line of balances that is read at any moment: by the pointer over it, by the slider below it (arrow keys go on by a
 * day, an hour or a minute), by a day that is asked for, and all of its changes in a table.
 */
export function PlotFigure(props: {
  points: readonly BalancePoint[];
  until: number;
  /** Unix seconds of the first balance that is known, before the part that is shown too. */
  first: number;
  /** Unix seconds of the day that was asked for. */
  asked: number | undefined;
  onAsk: (moment: number) => void;
}) {
  const { points, until, first, asked, onAsk } = props;
  const { unit, timeZone } = useSettings();
  const [marked, setMarked] = useState<number | undefined>(asked);
  const shape = useMemo(() => drawPlot(points, until, SIZE), [points, until]);
  useEffect(() => setMarked(asked), [points.length, asked]);
  const now = Math.min(until, shape.to);
  const reading = readPlot(shape, points, marked ?? now, SIZE.width);
  const when = formatExactTime(Math.floor(reading.moment), timeZone);
  const step = stepOf(shape);
  const steps = Math.max(1, Math.ceil((now - shape.from) / step));
  return (
    <figure class="w-plot">
      <figcaption class="w-plot__reading">
        <Amount value={reading.balance} />
        <span class="c-faint c-small">{when}</span>
      </figcaption>
      <div class="w-plot__box">
        <Extreme k="plot.highest" value={shape.high} shown={shape.high !== shape.low} />
        <Drawing shape={shape} reading={reading} onMark={(moment) => setMarked(moment ?? asked)} />
        <Extreme k="plot.lowest" value={shape.low} shown={shape.high !== shape.low} />
      </div>
      <input
        class="w-plot__slider"
        type="range"
        min={0}
        max={steps}
        value={Math.min(steps, Math.round((reading.moment - shape.from) / step))}
        aria-label={t('plot.slider')}
        aria-valuetext={t('plot.point', { time: when, amount: writeAmount(reading.balance, unit) })}
        onInput={(event) => setMarked(Math.min(now, shape.from + Number(event.currentTarget.value) * step))}
      />
      <DayField from={first} now={now} zone={timeZone} onDay={onAsk} />
      <PlotTable points={points} />
    </figure>
  );
}

/** Asks for the balance at the end of a day; of today, as it is now. */
function DayField(props: { from: number; now: number; zone: TimeZone; onDay: (moment: number) => void }) {
  const { from, now, zone, onDay } = props;
  return (
    <label class="w-plot__day c-small">
      {t('plot.day')}{' '}
      <input
        type="date"
        min={dayOf(from, zone)}
        max={dayOf(now, zone)}
        onInput={(event) => {
          const end = endOfDay(event.currentTarget.value, zone);
          if (end !== undefined) onDay(Math.min(end, now));
        }}
      />
    </label>
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
function Drawing(props: {
  shape: PlotShape;
  reading: PlotReading;
  onMark: (moment: number | undefined) => void;
}) {
  const { shape, reading: place, onMark } = props;
  const follow = (event: PointerEvent): void => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    if (width > 0) onMark(shape.from + ((event.clientX - left) / width) * (shape.to - shape.from));
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
