import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { emptyStep } from './steps.ts';
import type { Verification, VerifyRequest } from './worker.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from './worker.ts?worker&url';

const NOTHING: Verification = { steps: [], hasEnded: false };

/** The state after the program broke: the remaining steps are skipped. */
const broken = ({ steps }: Verification): Verification => ({
  hasEnded: true,
  steps: steps.map((step) =>
    step.status === 'waiting' || step.status === 'running'
      ? emptyStep(step.id, 'skipped', { code: 'fault' })
      : step,
  ),
});

/**
 * Runs a verification in the worker, and again when the request changes. The worker is loaded when the component mounts, so
 * that a later verification of the user's input works offline.
 * @param request memoized, since a new object starts a new verification; absent while there is nothing to verify
 */
export function useVerification(request: VerifyRequest | undefined): {
  state: Verification;
  again: () => void;
} {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const worker = useRef<Worker | undefined>(undefined);
  const isBusy = useRef(false);
  const close = () => {
    worker.current?.terminate();
    worker.current = undefined;
    isBusy.current = false;
  };
  useEffect(() => {
    // A busy worker would finish the earlier request first, and a broken one answers no more.
    if (isBusy.current) close();
    setState(NOTHING);
    worker.current ??= openWorker(
      (next) => {
        isBusy.current = !next.hasEnded;
        setState(next);
      },
      () => {
        isBusy.current = true; // so that the next request gets another worker
        setState(broken);
      },
    );
    if (request === undefined) return;
    isBusy.current = true;
    worker.current.postMessage(request);
  }, [request, attempt]);
  useEffect(() => close, []);
  return { state, again: useCallback(() => setAttempt((count) => count + 1), []) };
}

/** @param onError called if the script does not load, or throws */
function openWorker(onState: (state: Verification) => void, onError: () => void): Worker {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, {
    type: 'module',
    name: 'verify',
  });
  worker.addEventListener('error', onError);
  worker.addEventListener('message', ({ data }: MessageEvent<Verification>) => onState(data));
  return worker;
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
