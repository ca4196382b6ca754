import type { ProofRequest } from './proof.ts';
import { Session } from './session.ts';

/** The worker of a page that proves. The page only shows results: the worker requests the data and computes. */

const session = new Session((state) => postMessage(state));

addEventListener('message', ({ data }: MessageEvent<ProofRequest>) => {
  session.handle(data).catch((error: unknown) => {
    // Rethrown as uncaught, so that the page receives the worker's error event.
    setTimeout(() => {
      throw error;
    });
  });
});
