import { Button } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { moveInRows } from '../lists/row-keys.ts';
import { useHeld } from './use-held.ts';

export interface LiveRowsProps<Row> {
  /** Newest first. */
  rows: readonly Row[];
  /** What the button says for a number of rows that wait. */
  waitingText: (count: number) => string;
  /** The table. `fresh` holds the IDs of rows that have just come. */
  children: (rows: readonly Row[], fresh: ReadonlySet<string>) => ComponentChildren;
}

/** A live table that does not move under its reader: what is new waits behind a button as long as somebody reads. */
export function LiveRows<Row extends { id: string }>({ rows, waitingText, children }: LiveRowsProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const { shown = rows, waiting, fresh, release } = useHeld(rows, frame);
  const showNew = () => {
    release();
    frame.current?.querySelector<HTMLElement>('tbody a')?.focus({ preventScroll: true });
    // Styles decide whether that is smooth: not for those who want less motion.
    frame.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div class="live" ref={frame} onKeyDown={moveInRows}>
      {waiting > 0 && (
        <div class="live__news">
          <Button size="sm" variant="primary" onClick={showNew}>
            {waitingText(waiting)}
          </Button>
        </div>
      )}
      {children(shown, fresh)}
    </div>
  );
}
