import { useEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';

/** Shortest time between two announcements: a screen reader must not be kept talking. */
const QUIET_MS = 15_000;

/** Says new blocks to those who do not see the list change, politely and not too often; the first load is no news. */
export function BlockNews({ height }: { height: number | undefined }) {
  const { t } = useWords();
  const { count, newest } = useNews(height);
  return (
    <p class="c-visually-hidden" role="status">
      {count > 0 && newest !== undefined ? t('live.newBlocksUpTo', { count, height: String(newest) }) : ''}
    </p>
  );
}

/** Announcement: how many blocks came since the last one, and the newest. */
function useNews(height: number | undefined): { count: number; newest: number | undefined } {
  const [news, setNews] = useState<{ count: number; newest: number | undefined }>({
    count: 0,
    newest: height,
  });
  const said = useRef<{ height: number | undefined; at: number }>({ height, at: -QUIET_MS });
  useEffect(() => {
    const { height: before, at } = said.current;
    if (height === undefined || height === before) return undefined;
    const say = () => {
      said.current = { height, at: before === undefined ? at : performance.now() };
      if (before !== undefined) setNews({ count: Math.max(0, height - before), newest: height });
    };
    const wait = before === undefined ? 0 : at + QUIET_MS - performance.now();
    if (wait <= 0) return say();
    const timer = setTimeout(say, wait);
    return () => clearTimeout(timer);
  }, [height]);
  return news;
}
