import { useEffect, useRef } from 'preact/hooks';

/** Calls back when a value changes from one known value to another; its first arrival is no change. */
export function useChange(value: string | undefined, onChange: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    const changed = last.current !== undefined && value !== undefined && last.current !== value;
    if (value !== undefined) last.current = value;
    if (changed) onChange();
    // `onChange` is a new function on every render; only the value matters.
  }, [value]);
}
