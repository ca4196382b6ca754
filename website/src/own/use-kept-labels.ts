import { useEffect, useState } from 'preact/hooks';
import { onLabelsChanged } from './labels-changed.ts';
import { keptLabels, type KeptLabels } from './own-labels.ts';

/** The reader's labels, kept up to date; for parts of a page that only the browser renders. */
export function useKeptLabels(): KeptLabels {
  const [kept, setKept] = useState(keptLabels);
  useEffect(() => onLabelsChanged(() => setKept(keptLabels())), []);
  return kept;
}
