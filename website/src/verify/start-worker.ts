import { trustedUrl } from '../frame/trusted-url.ts';
import type { News, Numbered, Order } from './thread.ts';
// oxlint-disable-next-line import/default -- Vite makes the address: the worker itself exports nothing
import workerUrl from './worker.ts?worker&url';

/** A worker at the page's service. */
export interface Verifier {
  /** Carries out an order; the news of an earlier one are dropped from then on. */
  verify: (order: Order, onNews: (news: News) => void) => void;
  close: () => void;
}

/**
 * Starts the worker.
 * @param onBroken called when its script cannot be loaded or breaks
 */
export function startVerifier(onBroken: () => void): Verifier {
  const worker = new Worker(trustedUrl(workerUrl), { type: 'module', name: 'verify' });
  let current = 0;
  let listener: (news: News) => void = () => undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<Numbered<News>>) => {
    if (data.run === current) listener(data.content);
  });
  worker.addEventListener('error', onBroken);
  return {
    verify(content, onNews) {
      current += 1;
      listener = onNews;
      const message: Numbered<Order> = { run: current, content };
      worker.postMessage(message);
    },
    close: () => worker.terminate(),
  };
}
