import { useComponentTexts } from '../language/component-texts.ts';
import { useClock, useTimeSettings } from '../lib/clock.ts';
import { exactTime, isoTime, relativeTime } from '../lib/time.ts';

export interface TimestampProps {
  /** Unix seconds. */
  seconds: number;
  /** `relative` shows the age, with the exact time on hover; `both` shows the two side by side. */
  show?: 'relative' | 'exact' | 'both' | undefined;
}

/**
 * A time as an age, which is kept up to date, or as an exact time in UTC or the reader's zone. An age shows its exact
 * time on hover.
 */
export function Timestamp({ seconds, show = 'relative' }: TimestampProps) {
  const { locale } = useComponentTexts();
  const { zone } = useTimeSettings();
  const exact = exactTime(seconds, { locale, zone });
  const relative = useClock((current) => relativeTime(seconds, current, locale));
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
