import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { classes } from '../lib/classes.ts';
import { type ChartData, indexAfterKey, pointText } from './chart-model.ts';
import { ChartTable } from './chart-table.tsx';
import { usePlot } from './use-plot.ts';

export interface ChartProps {
  /** Name of the chart. */
  title: string;
  /** `undefined` while loading; the chart's space is reserved. */
  data: ChartData | undefined;
}

/** A chart with a tooltip at the marked point. A menu in the corner of its card has a table of all values. */
export function Chart({ title, data }: ChartProps) {
  const [point, setPoint] = useState<MarkedPoint | undefined>(undefined);
  return (
    <div class="c-chart">
      <ChartDrawing title={title} data={data} size="md" marked={point?.index} onPoint={setPoint}>
        <Tip data={data} point={point} />
      </ChartDrawing>
      <ChartTable title={title} data={data} />
    </div>
  );
}

/** The point under the crosshair, and its distance from the left edge of the drawing in CSS pixels. */
export interface MarkedPoint {
  readonly index: number;
  readonly left: number;
}

export interface ChartDrawingProps {
  title: string;
  data: ChartData | undefined;
  /** `sm` has no axes: only its least and its greatest value are written. */
  size: 'sm' | 'md' | 'lg';
  /** Index of the point where the crosshair stands; `undefined` for none. */
  marked: number | undefined;
  /** Pointer or keys move the crosshair, or remove it. */
  onPoint: (point: MarkedPoint | undefined) => void;
  onClick?: ((event: MouseEvent) => void) | undefined;
  children?: ComponentChildren;
}

/**
 * The drawing of a chart, made once it comes near the viewport. For keyboards and screen readers it is a slider over its
 * points, each of which has a description.
 */
export function ChartDrawing(props: ChartDrawingProps) {
  const { title, data, size, marked, onPoint, onClick, children } = props;
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
      {children}
      <span class="c-visually-hidden" id={hint}>
        {t('chart.keys')}
      </span>
    </div>
  );
}

const TIP_GAP = 12;

/** A tooltip with the value at the marked point. Screen readers announce the slider's value instead. */
function Tip({ data, point }: { data: ChartData | undefined; point: MarkedPoint | undefined }) {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tip.current === null || point === undefined) return;
    const { offsetWidth: width, parentElement: plot } = tip.current;
    const right = point.left + TIP_GAP;
    const left = right + width > (plot?.clientWidth ?? 0) ? Math.max(0, point.left - TIP_GAP - width) : right;
    tip.current.style.transform = `translate(${left}px, 4px)`;
  }, [point?.index, point?.left]);
  const shown = data !== undefined && point !== undefined && point.index < data.xs.length;
  return (
    <div class="c-chart__tip" ref={tip} hidden={!shown} aria-hidden="true">
      {shown && (
        <>
          <strong>{`${data.xLabel} ${data.xText(point.index)}`}</strong>
          <div>
            {data.label}: <b>{data.text(point.index)}</b>
          </div>
        </>
      )}
    </div>
  );
}
