import { useEffect, useRef, useState } from 'preact/hooks';
import { onClock } from './clock.ts';
import { useTimeSettings } from './time-settings.ts';

const same = (now: number) => now;

/**
 * The current Unix time in seconds, renewed every five seconds while the page is visible. On a page that a server
 * rendered the first value is the server's, so that the browser's first rendering repeats it.
 */
export function useNow(): number {
  return useClock(same);
}

/**
 * A value that depends on the current time of `useNow`; a component renders again only when it changes. A
 * list holds a hundred times, and most of them say the same for an hour.
 * @param show what is shown at a Unix time in seconds
 */
export function useClock<Shown extends string | number>(show: (now: number) => Shown): Shown {
  const { renderedAt } = useTimeSettings();
  const [first, renderAgain] = useState(() => renderedAt ?? Date.now() / 1000);
  // A rendering for another reason, such as a newer block, takes the time of that rendering, not an earlier one.
  const isFirst = useRef(true);
  const shown = show(isFirst.current ? first : Date.now() / 1000);
  const latest = useRef({ show, shown });
  latest.current = { show, shown };
  useEffect(() => {
    const renew = () => {
      const next = Date.now() / 1000;
      if (latest.current.show(next) !== latest.current.shown) renderAgain(next);
    };
    isFirst.current = false;
    if (renderedAt !== undefined) renew();
    return onClock(renew);
  }, [renderedAt]);
  return shown;
}
