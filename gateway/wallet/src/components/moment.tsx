import { isoTime, relativeTime, useNow, useUiWords } from '@cairn/ui';
import { useSettings } from '../lib/context.ts';
import { formatExactTime } from '../lib/exact-time.ts';

/** A moment by the chosen clock: how long ago (exact on hover), or exact. */
export function Moment({ seconds, exact = false }: { seconds: number; exact?: boolean }) {
  const { timeZone } = useSettings();
  const now = useNow();
  const words = useUiWords();
  const text = formatExactTime(seconds, timeZone);
  return (
    <time class="c-time" dateTime={isoTime(seconds)} title={exact ? undefined : text}>
      {exact ? text : relativeTime(seconds, now, words)}
    </time>
  );
}
