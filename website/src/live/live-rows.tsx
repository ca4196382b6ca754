import { Button } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { moveInRows } from '../lists/row-keys.ts';
import { type Held, type Listing, useHeld } from './use-held.ts';

/** A live list and the part of the page around it. */
export interface LiveList<List> extends Held<List> {
  readonly frame: { current: HTMLDivElement | null };
}

/**
 * A list that does not move under its reader, for a component that says more of what is shown than its rows: their
 * span, a file of them.
 * @param latest another object only where the list is another one
 */
export function useLiveList<List extends Listing<{ id: string }>>(latest: List): LiveList<List> {
  const frame = useRef<HTMLDivElement>(null);
  return { ...useHeld(latest, frame), frame };
}

interface WaitingText {
  /** Text of the button, by the number of waiting rows. */
  waitingText: (count: number) => string;
}

export interface LiveFrameProps extends WaitingText {
  live: LiveList<unknown>;
  /** The table of `live.shown`. */
  children: ComponentChildren;
}

/** Around the table of a live list: new rows wait behind a button while the reader uses the list. */
export function LiveFrame({ live, waitingText, children }: LiveFrameProps) {
  const { frame, waiting, release } = live;
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
      {children}
    </div>
  );
}

export interface LiveRowsProps<Row> extends WaitingText {
  /** Newest first. */
  rows: readonly Row[];
  /** The table, rendered again only for other rows. `fresh` holds the IDs of rows that have just arrived. */
  children: (rows: readonly Row[], fresh: ReadonlySet<string>) => ComponentChildren;
}

/** A live table of rows that nothing else on the page speaks of. */
export function LiveRows<Row extends { id: string }>({ rows, waitingText, children }: LiveRowsProps<Row>) {
  const live = useLiveList(useMemo(() => ({ items: rows }), [rows]));
  const { shown, fresh } = live;
  const table = useMemo(() => children(shown.items, fresh), [shown, fresh]);
  return (
    <LiveFrame live={live} waitingText={waitingText}>
      {table}
    </LiveFrame>
  );
}
