import { onStored } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { hasLabels } from './settings.ts';

/** The user's labels by identifier; `undefined` on the server, in the first rendering, and without labels. */
export function useLabelNames(): ReadonlyMap<string, string> | undefined {
  const [names, setNames] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    let isUnmounted = false;
    const read = async () => {
      if (!hasLabels()) return setNames(undefined);
      const { readLabels } = await import('./labels.ts');
      if (!isUnmounted) setNames(readLabels().names);
    };
    void read();
    const end = onStored(() => void read());
    return () => {
      isUnmounted = true;
      end();
    };
  }, []);
  return names;
}
