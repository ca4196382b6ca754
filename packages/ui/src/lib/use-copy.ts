import { useCallback, useEffect, useState } from 'preact/hooks';

/** Where a copy stands: `done` and `failed` fall back to `idle` by themselves after a moment. */
export type CopyState = 'idle' | 'done' | 'failed';

const SHOWN_MS = 1_800;

/** Copies `value` to the clipboard and returns the outcome. */
export function useCopy(value: string): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = useCallback(() => {
    writeClipboard(value).then(
      () => setState('done'),
      () => setState('failed'),
    );
  }, [value]);
  return { state, copy };
}

/** Rejects where the page is no secure context or the browser refuses. */
async function writeClipboard(value: string): Promise<void> {
  await navigator.clipboard.writeText(value);
}
