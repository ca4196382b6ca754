import { useEffect, useState } from 'preact/hooks';
import { whenIdle } from '../../site/when-idle.ts';

/** A part of the program, loaded once the page is idle; `broken` if it does not load, or the browser has no workers to run it. */
export function useLoaded<Part extends object>(load: () => Promise<Part>): Part | 'broken' | undefined {
  const [loaded, setLoaded] = useState<Part | 'broken'>();
  useEffect(() => {
    if (typeof Worker === 'undefined') return setLoaded('broken');
    return whenIdle(() => void load().then(setLoaded, () => setLoaded('broken')));
  }, []);
  return loaded;
}
