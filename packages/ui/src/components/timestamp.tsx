import { exactTime, isoTime, relativeTime } from '../lib/time.ts';
import { useNow } from '../lib/use-now.ts';

export interface TimestampProps {
  /** Unix seconds. */
  seconds: number;
  /** `relative` shows how long ago, with the exact time on hover; `both` shows the two side by side. */
  show?: 'relative' | 'exact' | 'both' | undefined;
  /** The current Unix time in seconds, for a page that keeps one clock for all its times. */
  now?: number | undefined;
}

/** A moment, in words that keep up with the clock, and exact in UTC. */
export function Timestamp({ seconds, show = 'relative', now }: TimestampProps) {
  const ownNow = useNow();
  const exact = exactTime(seconds);
  const relative = relativeTime(seconds, now ?? ownNow);
  return (
    <time class="c-time" dateTime={isoTime(seconds)} title={show === 'relative' ? exact : undefined}>
      {show !== 'exact' && <span class="c-time__relative">{relative}</span>}
      {show === 'both' && ' · '}
      {show !== 'relative' && <span class="c-time__exact">{exact}</span>}
    </time>
  );
}
