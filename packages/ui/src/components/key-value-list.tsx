import type { ComponentChildren } from 'preact';
import { Skeleton } from './feedback.tsx';

export interface KeyValue {
  label: string;
  /** `undefined` while loading: a skeleton takes its place. */
  value: ComponentChildren;
  /** A faint line below the value that explains it. */
  hint?: ComponentChildren;
}

/** Labelled values, one per line. */
export function KeyValueList({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl class="c-kv">
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
