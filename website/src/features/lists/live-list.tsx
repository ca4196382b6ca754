import { Button } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useTranslations } from './texts.ts';
import './lists.css';

interface Row {
  readonly id: string;
}

/** A list with rows, in any order. */
interface Listing {
  readonly items: readonly Row[];
}

/** Milliseconds between two looks at whether the user is still in the list. */
const LOOK_MS = 500;

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

interface LiveListProps<List extends Listing> {
  /** The newest list; the same object until it changes. `undefined` until it loads. */
  latest: List | undefined;
  /** Text of the button, by the number of waiting rows. */
  waitingText: (count: number) => string;
  /**
   * Renders the list; called only when it changes.
   * @param fresh IDs of the rows that the latest change added; empty at first
   */
  children: (shown: List | undefined, fresh: ReadonlySet<string>) => ComponentChildren;
}

/**
 * A list that does not move while the user is in it: new rows wait behind a button, and are shown once the user has left.
 */
export function LiveList<List extends Listing>({ latest, waitingText, children }: LiveListProps<List>) {
  const ref = useRef<HTMLDivElement>(null);
  const [{ list, fresh }, setShown] = useState(() => ({ list: latest, fresh: new Set<string>() }));
  const { added, isReplaced } = changeOf(latest?.items, list?.items);
  const waiting = added.length;
  const release = () =>
    setShown((before) => {
      const { added } = changeOf(latest?.items, before.list?.items);
      return { list: latest, fresh: new Set(added.map(({ id }) => id)) };
    });
  useEffect(() => {
    if (latest === list) return undefined;
    // Rows that a reorganization has removed do not wait for the reader.
    const look = () => (waiting === 0 || isReplaced || !isReading(ref.current)) && release();
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [latest, list]);
  const showNew = () => {
    release();
    ref.current?.querySelector<HTMLElement>('tbody a')?.focus({ preventScroll: true });
    // The style sheet decides whether the page scrolls smoothly (`prefers-reduced-motion`).
    ref.current?.scrollIntoView({ block: 'start' });
  };
  const shown = useMemo(() => children(list, fresh), [list, fresh]);
  return (
    <div class="live" ref={ref}>
      {waiting > 0 && (
        <div class="live__news">
          <Button size="sm" variant="primary" onClick={showNew}>
            {waitingText(waiting)}
          </Button>
        </div>
      )}
      {shown}
    </div>
  );
}

/**
 * How a list has changed: the rows of `latest` that `shown` has not, wherever they stand, and whether a shown row is gone that no
 * new one has pushed off the end.
 */
export function changeOf(
  latest: readonly Row[] = [],
  shown: readonly Row[] = latest,
): { readonly added: readonly Row[]; readonly isReplaced: boolean } {
  const known = new Set(shown.map(({ id }) => id));
  const kept = latest.filter(({ id }) => known.has(id));
  return {
    added: latest.filter(({ id }) => !known.has(id)),
    isReplaced: kept.some(({ id }, index) => id !== shown[index]?.id),
  };
}

/** Time between two announcements in milliseconds, so that a screen reader does not talk without a pause. */
const QUIET_MS = 15_000;

interface BlockAnnouncementProps {
  /** Of the newest block. */
  height: number | undefined;
  /** What is announced at once instead of new blocks; another time makes it other news. */
  news?: { readonly at: number; readonly text: string } | undefined;
}

/**
 * Announces new blocks to screen readers, at most every `QUIET_MS`; the first height is not announced. Nothing is left standing that
 * the chain has overtaken.
 */
export function BlockAnnouncement({ height, news }: BlockAnnouncementProps) {
  const { t } = useTranslations();
  const [said, setSaid] = useState({ height, at: news?.at, text: '' });
  const last = useRef(-QUIET_MS);
  useEffect(() => {
    if (height === said.height && news?.at === said.at) return undefined;
    const isNews = news !== undefined && news.at !== said.at;
    const count = height === undefined || said.height === undefined ? 0 : height - said.height;
    const blocks = count > 0 ? t('live.newBlocksUpTo', { count, height: String(height) }) : '';
    const text = isNews ? news.text : blocks;
    const say = () => {
      if (text !== '') last.current = performance.now();
      setSaid({ height, at: news?.at, text });
    };
    const isQuiet = isNews || text === '';
    const timer = setTimeout(say, isQuiet ? 0 : last.current + QUIET_MS - performance.now());
    return () => clearTimeout(timer);
  }, [height, news?.at, said]);
  return (
    <p class="c-visually-hidden" role="status">
      {said.height === height ? said.text : ''}
    </p>
  );
}
