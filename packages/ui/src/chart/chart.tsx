import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useComponentTexts } from '../language/language.tsx';
import { type ChartData, indexAfterKey, pointText } from './chart-model.ts';
import { ChartTable } from './chart-table.tsx';
import { usePlot } from './use-plot.ts';

export interface ChartProps {
  /** Name of the chart. */
  title: string;
  /** `undefined` while loading; the chart's space is reserved. */
  data: ChartData | undefined;
  height?: 'md' | 'lg' | undefined;
  /** What else can be done with the values, in the menu above their table: a button. */
  children?: ComponentChildren;
}

/**
 * A chart that is drawn once it comes near the viewport. For keyboards and screen readers it is a slider over its
 * points, each of which has a description. A menu in the corner of its card has a table of all values.
 */
export function Chart({ title, data, height = 'md', children }: ChartProps) {
  const { t } = useComponentTexts();
  const hint = useId();
  return (
    <div class="c-chart">
      {data !== undefined && data.series.length > 1 && <Legend data={data} />}
      <Drawing title={title} data={data} height={height} hint={hint} />
      <span class="c-visually-hidden" id={hint}>
        {t('chart.keys')}
      </span>
      <ChartTable title={title} data={data}>
        {children}
      </ChartTable>
    </div>
  );
}

function Legend({ data }: { data: ChartData }) {
  return (
    <ul class="c-chart__legend c-row">
      {data.series.map(({ label, color }) => (
        <li key={label} class={`c-chart__key c-chart__key--${color}`}>
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

interface DrawingProps {
  title: string;
  data: ChartData | undefined;
  height: NonNullable<ChartProps['height']>;
  hint: string;
}

function Drawing({ title, data, height, hint }: DrawingProps) {
  const { t } = useComponentTexts();
  const box = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<{ index: number; left: number } | undefined>(undefined);
  const { drawn, mark } = usePlot({ box, data, onPoint: setPoint });
  const length = data?.xs.length ?? 0;
  const index = Math.min(point?.index ?? length - 1, length - 1);
  const shown =
    point === undefined || data === undefined || index < 0 ? undefined : { index, left: point.left };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return mark(undefined);
    const next = length === 0 ? undefined : indexAfterKey(event.key, index, length);
    if (next === undefined) return undefined;
    event.preventDefault();
    return mark(next);
  };
  return (
    <div class={`c-chart__plot c-chart__plot--${height}`}>
      <div
        class="c-chart__slider"
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={data === undefined || index < 0 ? t('chart.loading') : pointText(data, index)}
        aria-busy={data === undefined ? 'true' : undefined}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible') && length > 0) mark(index);
        }}
        onBlur={() => mark(undefined)}
      />
      {!drawn && <div class="c-chart__placeholder" />}
      <Tip data={data} point={shown} box={box} />
    </div>
  );
}

interface TipProps {
  data: ChartData | undefined;
  point: { index: number; left: number } | undefined;
  box: { current: HTMLDivElement | null };
}

const TIP_GAP = 12;

/** A tooltip with the values at the marked point. Screen readers announce the slider's value instead. */
function Tip({ data, point, box }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tip.current === null || box.current === null || point === undefined) return;
    const { offsetWidth: width } = tip.current;
    const room = box.current.clientWidth;
    const right = point.left + TIP_GAP;
    const left = right + width > room ? Math.max(0, point.left - TIP_GAP - width) : right;
    tip.current.style.transform = `translate(${left}px, 4px)`;
  }, [point?.index, point?.left]);
  const shown = data !== undefined && point !== undefined;
  return (
    <div class="c-chart__tip" ref={tip} hidden={!shown} aria-hidden="true">
      {shown && (
        <>
          <strong>{`${data.xLabel} ${data.xText(point.index)}`}</strong>
          {data.series.map(({ label, text }) => (
            <div key={label}>
              {label}: <b>{text(point.index)}</b>
            </div>
          ))}
        </>
      )}
    </div>
  );
}
