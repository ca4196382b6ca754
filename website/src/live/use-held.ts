import { useEffect, useRef, useState } from 'preact/hooks';
import { countNew } from './newest-blocks.ts';

/** How long after the pointer's last movement over a list its reader is taken to be aiming at something there. */
const AIMING_MS = 2_500;

/** Anything with rows, newest first. */
export interface Listing<Row> {
  readonly items: readonly Row[];
}

/** A list that waits for its reader. */
export interface Held<List> {
  /** The list as it stands on the page, with everything that belongs to its rows: totals, numbers. */
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
 * Keeps a live list still while somebody reads it: while it is scrolled, has the focus, a selection, or a pointer that
 * moves over it. New rows then wait, and come by themselves once the reader is done.
 * @param latest another object only where the list is another one
 */
export function useHeld<List extends Listing<{ id: string }>>(
  latest: List,
  frame: { current: HTMLElement | null },
): Held<List> {
  const [{ list, fresh }, setShown] = useState<Shown<List>>({ list: latest, fresh: NONE });
  const [look, setLook] = useState(0);
  const pointedAt = useRef(0);
  const show = () =>
    setShown((before) => ({ list: latest, fresh: freshOf(latest.items, before.list.items) }));
  const waiting = countNew(latest.items, list.items);
  useEffect(() => {
    if (latest === list) return;
    if (waiting === 0 || !isReading(frame.current, pointedAt.current)) show();
  }, [latest, look]);
  useReader(frame, pointedAt, waiting > 0, () => setLook((count) => count + 1));
  return { shown: list, waiting: latest === list ? 0 : waiting, fresh, release: show };
}

function freshOf(latest: readonly { id: string }[], before: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(latest.slice(0, countNew(latest, before)).map(({ id }) => id));
}

/** @param pointedAt when the pointer last moved over the list, by `performance.now()`; 0 for never */
function isReading(frame: HTMLElement | null, pointedAt: number): boolean {
  if (frame === null) return false;
  if (pointedAt > 0 && performance.now() - pointedAt < AIMING_MS) return true;
  if (document.activeElement !== null && frame.contains(document.activeElement)) return true;
  const selection = getSelection();
  if (selection?.isCollapsed === false && frame.contains(selection.anchorNode)) return true;
  const { top, bottom } = frame.getBoundingClientRect();
  return top < 0 && bottom > 0;
}

/** Watches what a reader does, and looks again whenever something that held the list may have ended. */
function useReader(
  frame: { current: HTMLElement | null },
  pointedAt: { current: number },
  holds: boolean,
  lookAgain: () => void,
): void {
  useEffect(() => {
    const move = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') pointedAt.current = performance.now();
    };
    const node = frame.current;
    node?.addEventListener('pointermove', move);
    return () => node?.removeEventListener('pointermove', move);
  }, []);
  useEffect(() => {
    if (!holds) return undefined;
    const timer = setInterval(lookAgain, 500);
    return () => clearInterval(timer);
  }, [holds]);
}
