import type { ComponentChildren } from 'preact';
import { Skeleton } from './skeleton.tsx';

export interface Stat {
  label: string;
  /** `undefined` while it is on its way: a skeleton keeps its place. */
  value: ComponentChildren;
  /** A quiet line under the value. */
  note?: ComponentChildren;
  /** Takes a whole row on a phone: for amounts, which are long and are not broken. */
  wide?: boolean | undefined;
}

export interface StatTilesProps {
  /** Name of the figures, for screen readers. */
  label: string;
  items: readonly Stat[];
  /** Larger figures, for the few that a page opens with. */
  large?: boolean | undefined;
}

/** Figures side by side in one frame, as many in a row as there is room for. */
export function StatTiles({ label, items, large = false }: StatTilesProps) {
  const waits = items.some(({ value }) => value === undefined);
  return (
    <dl
      class={large ? 'c-stats c-stats--large' : 'c-stats'}
      aria-label={label}
      aria-busy={waits ? 'true' : undefined}
    >
      {items.map((item) => (
        <div class={item.wide === true ? 'c-stat c-stat--wide' : 'c-stat'} key={item.label}>
          <dt class="c-stat__label">{item.label}</dt>
          <dd class="c-stat__value">{item.value ?? <Skeleton width="short" />}</dd>
          {item.note !== undefined && <dd class="c-stat__note">{item.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
