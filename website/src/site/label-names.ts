import { onStored, readStored } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';

/** Key of the user's labels in local storage: a labels file as `labels.ts` writes it. */
export const LABELS_KEY = 'cairn-labels';

/** True if this browser stores labels: only then a page loads `labels.ts`. */
export const hasLabels = (): boolean => readStored(LABELS_KEY) !== undefined;

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
