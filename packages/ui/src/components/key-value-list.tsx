import type { ComponentChildren } from 'preact';
import { classes } from '../lib/classes.ts';
import { Skeleton } from './feedback.tsx';

export interface KeyValue {
  label: string;
  /** `undefined` while loading: a skeleton takes its place. */
  value: ComponentChildren;
  /** A faint line below the value that explains it. */
  hint?: ComponentChildren;
}

interface KeyValueListProps {
  items: readonly KeyValue[];
  /** True for short values at the end of their lines, on a phone too; else they stand in a column beside the labels. */
  atEnd?: boolean;
}

/** Labelled values, one per line. */
export function KeyValueList({ items, atEnd = false }: KeyValueListProps) {
  return (
    <dl class={classes('c-kv', atEnd && 'c-kv--end')}>
      {items.map(({ label, value, hint }) => (
        <div class="c-kv__item" key={label}>
          <dt class="c-kv__label">{label}</dt>
          <dd class="c-kv__value">
            {value === undefined ? <Skeleton width="medium" /> : value}
            {hint !== undefined && <span class="c-kv__hint">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
