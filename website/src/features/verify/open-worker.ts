import type { ProofState } from './proof.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from './proof-worker.ts?worker&url';

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

/** Starts the worker of a page. @param onError called if the script does not load, or throws */
export function openWorker(onState: (state: ProofState) => void, onError: () => void): Worker {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, {
    type: 'module',
    name: 'verify',
  });
  worker.addEventListener('error', onError);
  worker.addEventListener('message', ({ data }: MessageEvent<ProofState>) => onState(data));
  return worker;
}
