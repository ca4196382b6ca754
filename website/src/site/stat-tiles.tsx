import type { ComponentChildren } from 'preact';
import { Skeleton } from '@cairn/ui';
import './stat-tiles.css';

export interface Stat {
  label: string;
  /** `undefined` while loading: a skeleton takes its place. */
  value: ComponentChildren;
  /** A faint line below the value. */
  note?: ComponentChildren;
  /** Takes a whole row on a phone, for amounts: they are long and do not wrap. */
  wide?: boolean | undefined;
}

export interface StatTilesProps {
  /** Accessible name of the group. */
  label: string;
  items: readonly Stat[];
  /** Larger figures, for the main ones at the top of a page. */
  large?: boolean | undefined;
}

/** Figures side by side in one frame, as many per row as fit. */
export function StatTiles({ label, items, large = false }: StatTilesProps) {
  const isLoading = items.some(({ value }) => value === undefined);
  return (
    <dl
      class={large ? 'c-stats c-stats--large' : 'c-stats'}
      aria-label={label}
      aria-busy={isLoading ? 'true' : undefined}
    >
      {items.map((item) => (
        <div class={item.wide === true ? 'c-stat c-stat--wide' : 'c-stat'} key={item.label}>
          <dt class="c-small c-muted">{item.label}</dt>
          <dd class="c-stat__value">{item.value ?? <Skeleton width="short" />}</dd>
          {item.note !== undefined && <dd class="c-stat__note">{item.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
