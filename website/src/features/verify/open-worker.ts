import { workerOpener } from '../../site/worker-opener.ts';
import type { ProofState } from './proof.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from './proof-worker.ts?worker&url';

const open = workerOpener('cairn', workerUrl, 'verify');

/** Starts the worker of a page. @param onError called if the script does not load, or throws */
export function openWorker(onState: (state: ProofState) => void, onError: () => void): Worker {
  const worker = open();
  worker.addEventListener('error', onError);
  worker.addEventListener('message', ({ data }: MessageEvent<ProofState>) => onState(data));
  return worker;
}
