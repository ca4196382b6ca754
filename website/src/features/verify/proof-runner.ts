import type { ProofRequest, ProofState } from './proof.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from './proof-worker.ts?worker&url';

/** The worker of a page, from the page's side. */
export class ProofRunner {
  readonly #worker: Worker;

  /** @param onError called if the script does not load, or throws */
  constructor(onState: (state: ProofState) => void, onError: () => void) {
    const url = policy?.createScriptURL(workerUrl) ?? workerUrl;
    this.#worker = new Worker(url, { type: 'module', name: 'verify' });
    this.#worker.addEventListener('error', onError);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ProofState>) => onState(data));
  }

  send(request: ProofRequest): void {
    this.#worker.postMessage(request);
  }

  close(): void {
    this.#worker.terminate();
  }
}

/** The part of the Trusted Types API that is used here; TypeScript's DOM library does not declare it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/** The page's only Trusted Types policy (`trusted-types cairn`): the worker's script and no other. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('cairn', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError(`not the worker's script: ${url}`);
    return url;
  },
});
