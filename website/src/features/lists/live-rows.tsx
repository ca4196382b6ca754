import { Button } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useTranslations } from './texts.ts';
import './lists.css';

/** A list with rows, newest first. */
interface Listing {
  readonly items: readonly { readonly id: string }[];
}

/** A list that does not move while the user is in it. */
interface LiveList<List> {
  /** Of the element that contains it. */
  readonly ref: { current: HTMLDivElement | null };
  /** The shown list, including its total. */
  readonly shown: List;
  /** Number of new rows that are not shown yet. */
  readonly waiting: number;
  /** IDs of the rows that the latest change added; empty at first. */
  readonly fresh: ReadonlySet<string>;
  /** Shows the new rows now. */
  readonly release: () => void;
}

/** Milliseconds between two looks at whether the user is still in the list. */
const LOOK_MS = 500;

/**
 * Keeps a live list still while the user is in it, for a component that also uses the shown rows outside the table, such as
 * for a CSV file. New rows are shown once the user is no longer in it.
 * @param latest the newest list; the same object until it changes
 */
export function useLiveList<List extends Listing>(latest: List): LiveList<List> {
  const ref = useRef<HTMLDivElement>(null);
  const [{ list, fresh }, setShown] = useState(() => ({ list: latest, fresh: new Set<string>() }));
  const release = () =>
    setShown((before) => {
      const added = latest.items.slice(0, countNew(latest.items, before.list.items));
      return { list: latest, fresh: new Set(added.map(({ id }) => id)) };
    });
  const waiting = countNew(latest.items, list.items);
  useEffect(() => {
    if (latest === list) return undefined;
    const look = () => (waiting === 0 || !isReading(ref.current)) && release();
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [latest, list]);
  return { ref, shown: list, waiting: latest === list ? 0 : waiting, fresh, release };
}

/** Matches devices whose pointer cannot hover. */
const TOUCHES = '(hover: none)';

/**
 * True while the pointer is over the list, it contains the focus or a selection, or the page is scrolled into it. A touch
 * screen has no hover that precedes a tap, so there while any part of the list is visible.
 */
function isReading(container: HTMLElement | null): boolean {
  if (container === null) return false;
  if (container.matches(':hover')) return true;
  if (document.activeElement !== null && container.contains(document.activeElement)) return true;
  const selection = getSelection();
  if (selection?.isCollapsed === false && container.contains(selection.anchorNode)) return true;
  const { top, bottom } = container.getBoundingClientRect();
  return matchMedia(TOUCHES).matches ? top < innerHeight && bottom > 0 : top < 0 && bottom > 0;
}

interface WaitingText {
  /** Text of the button, by the number of waiting rows. */
  waitingText: (count: number) => string;
}

export interface LiveListContainerProps extends WaitingText {
  live: LiveList<unknown>;
  /** The table of `live.shown`. */
  children: ComponentChildren;
}

/** Contains the table of a live list. While the user is in the list, new rows wait behind a button. */
export function LiveListContainer({ live, waitingText, children }: LiveListContainerProps) {
  const { ref, waiting, release } = live;
  const showNew = () => {
    release();
    ref.current?.querySelector<HTMLElement>('tbody a')?.focus({ preventScroll: true });
    // The style sheet decides whether the page scrolls smoothly (`prefers-reduced-motion`).
    ref.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div class="live" ref={ref}>
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
  /** Renders the table; called only when the rows change. @param fresh IDs of rows that have just arrived */
  children: (rows: readonly Row[], fresh: ReadonlySet<string>) => ComponentChildren;
}

/** A live list for a component that uses the shown rows only in its table. */
export function LiveRows<Row extends { id: string }>({ rows, waitingText, children }: LiveRowsProps<Row>) {
  const live = useLiveList(useMemo(() => ({ items: rows }), [rows]));
  const table = useMemo(() => children(live.shown.items, live.fresh), [live.shown, live.fresh]);
  return (
    <LiveListContainer live={live} waitingText={waitingText}>
      {table}
    </LiveListContainer>
  );
}

/** Number of rows of `latest` above those of `shown`; all if they have none in common. */
export function countNew(latest: readonly { id: string }[], shown: readonly { id: string }[]): number {
  const top = shown[0]?.id;
  const index = latest.findIndex(({ id }) => id === top);
  return index < 0 ? latest.length : index;
}

/** Time between two announcements in milliseconds, so that a screen reader does not talk without a pause. */
const QUIET_MS = 15_000;

/** Announces new blocks to screen readers, at most every `QUIET_MS`; the first height is not announced. */
export function BlockAnnouncement({ height }: { height: number | undefined }) {
  const { t } = useTranslations();
  const [{ from, to }, setAnnounced] = useState({ from: height, to: height });
  const at = useRef(-QUIET_MS);
  useEffect(() => {
    if (height === to) return undefined;
    const announce = () => {
      if (to !== undefined) at.current = performance.now();
      setAnnounced({ from: to, to: height });
    };
    const timer = setTimeout(announce, to === undefined ? 0 : at.current + QUIET_MS - performance.now());
    return () => clearTimeout(timer);
  }, [height, to]);
  const count = from === undefined || to === undefined ? 0 : to - from;
  return (
    <p class="c-visually-hidden" role="status">
      {count > 0 ? t('live.newBlocksUpTo', { count, height: String(to) }) : ''}
    </p>
  );
}
