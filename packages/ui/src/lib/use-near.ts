import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** How far below the window something is prepared. */
const AHEAD = '200px';

/** Whether an element has come near the window, or goes to paper, so that what it shows is worth loading; stays true. */
export function useNear(element: RefObject<HTMLElement>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    const onPrint = () => setNear(true);
    addEventListener('beforeprint', onPrint);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', onPrint);
    };
  }, []);
  return near;
}
