import { useEffect } from 'preact/hooks';

const KEY = 'cairnScroll';

/**
 * Back and Forward lead to where the reader was, also where the list comes only after the page: a browser restores the
 * scroll before there is something to scroll to.
 * @param ready whether the list is on the page
 */
export function useScrollMemory(ready: boolean): void {
  useEffect(() => {
    const keep = () => {
      const state: unknown = history.state;
      history.replaceState({ ...(state as object | null), [KEY]: scrollY }, '');
    };
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
  useEffect(() => {
    if (!ready || !cameBack()) return;
    const wanted = (history.state as Record<string, unknown> | null)?.[KEY];
    if (typeof wanted === 'number' && scrollY === 0 && wanted > 0)
      scrollTo({ top: wanted, behavior: 'instant' });
  }, [ready]);
}

function cameBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'back_forward' || navigation?.type === 'reload';
}
