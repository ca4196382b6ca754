import { useUiWords } from '../language/language.tsx';
import { exactTime, isoTime, relativeTime } from '../lib/time.ts';
import { useTimeSettings } from '../lib/time-settings.ts';
import { useClock } from '../lib/use-now.ts';

export interface TimestampProps {
  /** Unix seconds. */
  seconds: number;
  /** `relative` shows how long ago, with the exact time on hover; `both` shows the two side by side. */
  show?: 'relative' | 'exact' | 'both' | undefined;
  /** The current Unix time in seconds, for a page that keeps one clock for all its times. */
  now?: number | undefined;
}

/**
 * A moment, in words that keep up with the clock, and exact in UTC or the reader's own zone. A relative one shows its
 * exact time under the pointer, and where the keyboard's focus is in its row.
 */
export function Timestamp({ seconds, show = 'relative', now }: TimestampProps) {
  const words = useUiWords();
  const { zone } = useTimeSettings();
  const exact = exactTime(seconds, { locale: words.locale, zone });
  const relative = useClock((current) => relativeTime(seconds, now ?? current, words));
  return (
    <time
      class="c-time"
      dateTime={isoTime(seconds)}
      title={show === 'relative' ? exact : undefined}
      data-exact={show === 'relative' ? exact : undefined}
    >
      {show !== 'exact' && <span class="c-time__relative">{relative}</span>}
      {show === 'both' && ', '}
      {show !== 'relative' && <span class="c-time__exact">{exact}</span>}
    </time>
  );
}
