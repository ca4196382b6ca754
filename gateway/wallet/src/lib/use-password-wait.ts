import { useEffect, useState } from 'preact/hooks';
import { useModel } from './context.ts';

const TICK_MS = 250;

/** Seconds until another password may be tried, counted down; read again after each failure. */
export function usePasswordWait(failure: unknown): number {
  const model = useModel();
  const [until, setUntil] = useState(0);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    let wanted = true;
    model.passwordWait().then(
      // Without a wait there is no moment to count down to: a clock that is set back must not make one.
      (waitMs) => wanted && setUntil(waitMs > 0 ? Date.now() + waitMs : 0),
      // Where the count cannot be read, trying says whether one has to wait.
      () => wanted && setUntil(0),
    );
    return () => {
      wanted = false;
    };
  }, [failure]);
  useEffect(() => {
    const tick = (): void => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
    tick();
    if (until <= Date.now()) return undefined;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
