import { Icon, type IconName } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import './marked-rows.css';

/** A row of a list that is read at a glance: a mark, a name, and below it what it means. */
export interface MarkedRow {
  readonly icon: IconName;
  /** A class with the mark's colour. */
  readonly tone: string;
  readonly title: string;
  /** How it begins, for something that is copied. */
  readonly form?: string | undefined;
  readonly text: string;
  /** A button at the end of the row. */
  readonly action?: ComponentChildren;
}

/** Rows of a card, each with a mark. */
export function MarkedRows({ rows }: { rows: readonly MarkedRow[] }) {
  return (
    <ul class="marked-rows c-rows">
      {rows.map(({ icon, tone, title, form, text, action }) => (
        <li key={text}>
          <span class={tone}>
            <Icon name={icon} />
          </span>
          <div class="c-lines">
            <p>
              <strong>{title}</strong> {form !== undefined && <code class="c-faint">{form}</code>}
            </p>
            <p class="c-small c-muted">{text}</p>
          </div>
          {action}
        </li>
      ))}
    </ul>
  );
}
