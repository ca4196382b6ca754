import { useId, useRef } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { classes } from '../lib/classes.ts';
import { type ChartData, indexAfterKey, pointText } from './chart-model.ts';
import { usePlot } from './use-plot.ts';

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
