import { useEffect, useRef, useState } from 'preact/hooks';

/** Asynchronous work that a button starts. */
export interface Task {
  readonly busy: boolean;
  /** Error of the last run. */
  readonly error: unknown;
  run(work: () => Promise<void>): void;
  clearError(): void;
}

/** Runs one task at a time; a second press while it runs does nothing. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const running = useRef(false);
  const mounted = useRef(true);
  useEffect(
    () => () => {
      mounted.current = false;
    },
    [],
  );
  const finish = (failure: unknown): void => {
    running.current = false;
    if (!mounted.current) return;
    setBusy(false);
    setError(failure);
  };
  const run = (work: () => Promise<void>): void => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    work().then(() => finish(undefined), finish);
  };
  return { busy, error, run, clearError: () => setError(undefined) };
}
