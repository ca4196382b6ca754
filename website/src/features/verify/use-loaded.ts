import { useEffect, useState } from 'preact/hooks';
import { whenIdle } from '../../site/when-idle.ts';

/** What has been loaded, so that a view that comes back has it at once. */
const known = new Map<() => Promise<object>, object>();

/**
 * A part of the program, loaded once the page is idle; `broken` if it does not load, or the browser has no workers to run it.
 * @param load always the same function
 */
export function useLoaded<Part extends object>(load: () => Promise<Part>): Part | 'broken' | undefined {
  const [loaded, setLoaded] = useState(known.get(load) as Part | 'broken' | undefined);
  useEffect(() => {
    if (loaded !== undefined) return undefined;
    if (typeof Worker === 'undefined') return setLoaded('broken');
    const keep = (part: Part) => {
      known.set(load, part);
      setLoaded(part);
    };
    return whenIdle(() => void load().then(keep, () => setLoaded('broken')));
  }, []);
  return loaded;
}
