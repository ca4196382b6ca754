import { randomBytes } from 'node:crypto';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Runtime } from '@cairn/chain';

/** Time and chance of a process. */
export const runtime: Runtime = {
  now: Date.now,
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal && { signal }).catch(() => undefined); // ended by the signal
  },
  turn: () => turn(),
  random: (size) => randomBytes(size),
};
