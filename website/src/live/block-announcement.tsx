import { useEffect, useRef, useState } from 'preact/hooks';
import { useTranslations } from '../messages/translations.ts';

/** Shortest time between two announcements in milliseconds, so that a screen reader does not talk without a pause. */
const QUIET_MS = 15_000;

/** Announces new blocks to screen readers, at most every `QUIET_MS`; the first height is not announced. */
export function BlockAnnouncement({ height }: { height: number | undefined }) {
  const { t } = useTranslations();
  const { count, newest } = useAnnouncement(height);
  return (
    <p class="c-visually-hidden" role="status">
      {count > 0 && newest !== undefined ? t('live.newBlocksUpTo', { count, height: String(newest) }) : ''}
    </p>
  );
}

/** The current announcement: the number of blocks since the previous announcement, and the newest height. */
function useAnnouncement(height: number | undefined): { count: number; newest: number | undefined } {
  const [announcement, setAnnouncement] = useState<{ count: number; newest: number | undefined }>({
    count: 0,
    newest: height,
  });
  const announced = useRef<{ height: number | undefined; at: number }>({ height, at: -QUIET_MS });
  useEffect(() => {
    const { height: before, at } = announced.current;
    if (height === undefined || height === before) return undefined;
    const announce = () => {
      announced.current = { height, at: before === undefined ? at : performance.now() };
      if (before !== undefined) setAnnouncement({ count: Math.max(0, height - before), newest: height });
    };
    const wait = before === undefined ? 0 : at + QUIET_MS - performance.now();
    if (wait <= 0) return announce();
    const timer = setTimeout(announce, wait);
    return () => clearTimeout(timer);
  }, [height]);
  return announcement;
}
