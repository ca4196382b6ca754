import { useEffect, useState } from 'preact/hooks';

/** The current Unix time in seconds, renewed every `intervalMs` while the page is visible. */
export function useNow(intervalMs = 5_000): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const renew = () => {
      if (document.visibilityState === 'visible') setNow(Date.now() / 1000);
    };
    const timer = setInterval(renew, intervalMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [intervalMs]);
  return now;
}
