import { useEffect, useState } from 'preact/hooks';

/** Milliseconds in which the second press of a double click or tap may come. */
const DOUBLE_PRESS_MS = 700;

/**
 * False while the second half of a press on what was there before may still arrive: a button that appears under the
 * pointer, and whose press cannot be taken back, takes none until then.
 */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
