import { useEffect, useState } from 'preact/hooks';
import { useTimeSettings } from './time-settings.ts';

/**
 * The current Unix time in seconds, renewed every `intervalMs` while the page is visible. On a page that a server
 * rendered the first value is the server's, so that the browser's first rendering repeats it.
 */
export function useNow(intervalMs = 5_000): number {
  const { renderedAt } = useTimeSettings();
  const [now, setNow] = useState(() => renderedAt ?? Date.now() / 1000);
  useEffect(() => {
    const renew = () => {
      if (document.visibilityState === 'visible') setNow(Date.now() / 1000);
    };
    if (renderedAt !== undefined) renew();
    const timer = setInterval(renew, intervalMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [intervalMs, renderedAt]);
  return now;
}
