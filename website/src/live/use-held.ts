import { useEffect, useState } from 'preact/hooks';
import { countNew } from './newest-blocks.ts';

/** Anything with rows, newest first. */
export interface Listing<Row> {
  readonly items: readonly Row[];
}

/** A list that waits for its reader. */
export interface Held<List> {
  /** The list as shown, with the totals and page numbers that belong to its rows. */
  readonly shown: List;
  /** New rows that wait above the shown ones. */
  readonly waiting: number;
  /** Rows that the last change put on top; empty for the first. */
  readonly fresh: ReadonlySet<string>;
  /** Shows the new rows now. */
  readonly release: () => void;
}

interface Shown<List> {
  readonly list: List;
  readonly fresh: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Keeps a live list still while the reader uses it: while a pointer is over it, it has the focus or a selection, or it is
 * scrolled. New rows then wait, and come by themselves once the reader is done. A thumb comes from nowhere: where the
 * pointer is one, rows wait as long as any of the list is in sight.
 * @param latest another object only where the list is another one
 */
export function useHeld<List extends Listing<{ id: string }>>(
  latest: List,
  frame: { current: HTMLElement | null },
): Held<List> {
  const [{ list, fresh }, setShown] = useState<Shown<List>>({ list: latest, fresh: NONE });
  const [look, setLook] = useState(0);
  const show = () =>
    setShown((before) => ({ list: latest, fresh: freshOf(latest.items, before.list.items) }));
  const waiting = countNew(latest.items, list.items);
  useEffect(() => {
    if (latest === list) return;
    if (waiting === 0 || !isReading(frame.current)) show();
  }, [latest, look]);
  useReader(waiting > 0, () => setLook((count) => count + 1));
  return { shown: list, waiting: latest === list ? 0 : waiting, fresh, release: show };
}

function freshOf(latest: readonly { id: string }[], before: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(latest.slice(0, countNew(latest, before)).map(({ id }) => id));
}

/** A finger, or whatever has no place over the page while it does not press. */
const TOUCHES = '(hover: none)';

function isReading(frame: HTMLElement | null): boolean {
  if (frame === null) return false;
  if (frame.matches(':hover')) return true;
  if (document.activeElement !== null && frame.contains(document.activeElement)) return true;
  const selection = getSelection();
  if (selection?.isCollapsed === false && frame.contains(selection.anchorNode)) return true;
  const { top, bottom } = frame.getBoundingClientRect();
  return matchMedia(TOUCHES).matches ? top < innerHeight && bottom > 0 : top < 0 && bottom > 0;
}

/** Looks again, while rows wait, whether what held the list has ended. */
function useReader(holds: boolean, lookAgain: () => void): void {
  useEffect(() => {
    if (!holds) return undefined;
    const timer = setInterval(lookAgain, 500);
    return () => clearInterval(timer);
  }, [holds]);
}
