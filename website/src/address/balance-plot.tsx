import { Card, useNear, useUiWords, useUnitName } from '@cairn/ui';
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';
import type { BalanceDrawingProps } from './balance-drawing.tsx';

/** The balance of an address over its history. The drawing and its data come when its place comes into sight. */
export function BalancePlot(props: BalanceDrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  const [Drawing, setDrawing] = useState<ComponentType<BalanceDrawingProps> | undefined>(undefined);
  useEffect(() => {
    if (!near) return;
    const load = async () => {
      const { BalanceDrawing } = await import('./balance-drawing.tsx');
      setDrawing(() => BalanceDrawing);
    };
    void load();
  }, [near]);
  return <div ref={place}>{Drawing === undefined ? <Room /> : <Drawing {...props} />}</div>;
}

/** The drawing's room, as high as the drawing will be. */
function Room() {
  const { t } = useWords();
  const { chartCut, chartTable } = useUiWords();
  const unit = useUnitName();
  return (
    <Card title={t('chart.titleIn', { title: t('address.plot'), unit })}>
      <div class="c-chart" aria-busy="true">
        <div class="c-chart__plot c-chart__plot--md">
          <div class="c-chart__waiting" />
        </div>
        <p class="c-chart__note">{chartCut}</p>
        <details class="c-chart__data">
          <summary>{chartTable}</summary>
        </details>
      </div>
      <p class="c-small c-faint">{'\u00a0'}</p>
    </Card>
  );
}
