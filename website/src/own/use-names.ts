import { useEffect, useState } from 'preact/hooks';
import { hasLabels, onLabelsChanged } from './labels-changed.ts';

/**
 * The reader's labels by identifier; absent on the server, in the first rendering, and where there are none. A page
 * without labels loads no script for them.
 */
export function useNames(): ReadonlyMap<string, string> | undefined {
  const [names, setNames] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      if (!hasLabels()) return setNames(undefined);
      const { keptLabels } = await import('./own-labels.ts');
      if (!isGone) setNames(keptLabels().names);
    };
    void read();
    const end = onLabelsChanged(() => void read());
    return () => {
      isGone = true;
      end();
    };
  }, []);
  return names;
}
