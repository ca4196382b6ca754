import type { Runtime } from '@cairn/chain';

const { port1, port2 } = new MessageChannel();
/** Of the turns that are not over, in their order. */
const turns: (() => void)[] = [];
port1.addEventListener('message', () => turns.shift()!());
port1.start();

/** Time and chance of a worker. A turn is a message: nested timers would wait 4 ms each. */
export const runtime: Runtime = {
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      if (signal?.aborted === true) end();
      else signal?.addEventListener('abort', end);
    }),
  turn: () =>
    new Promise((resolve) => {
      turns.push(resolve);
      port2.postMessage(undefined);
    }),
  random: (size) => crypto.getRandomValues(new Uint8Array(size)),
};
