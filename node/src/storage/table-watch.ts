import { setTimeout as sleep } from 'node:timers/promises';
import { findDamageWhileOpen } from './level-damage.ts';

const HOUR = 3_600_000;

/** How often, and how gently; milliseconds. */
export interface WatchRhythm {
  /** From the end of one round to the start of the next. */
  readonly interval: number;
  /** After each table of about 2 MiB. */
  readonly pause: number;
}

const RHYTHM: WatchRhythm = { interval: 6 * HOUR, pause: 200 };

/**
 * Checks the tables of an open LevelDB folder again and again: LevelDB itself would serve a byte that changed on the disk
 * after the start.
 * @param onEnd called once, with one line about damage, or with the error that ended the watch
 * @returns ends it
 */
export function watchTables(
  directory: string,
  onEnd: (found: { damage: string } | { error: unknown }) => void,
  { interval, pause }: WatchRhythm = RHYTHM,
): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const rest = (milliseconds: number) => (): Promise<void> =>
    sleep(milliseconds, undefined, { signal, ref: false });
  const watch = async (): Promise<void> => {
    for (;;) {
      await rest(interval)();
      const damage = await findDamageWhileOpen(directory, rest(pause));
      if (damage !== undefined) return onEnd({ damage });
    }
  };
  const ended = watch().catch((error: unknown) => {
    if (!signal.aborted) onEnd({ error });
  });
  return () => {
    stopped.abort();
    return ended;
  };
}
