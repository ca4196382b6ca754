import { scriptUrls } from '../../site/script-urls.ts';
import type { ProofState, Subject } from './proof.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import proofUrl from './proof-worker.ts?worker&url';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import recomputeUrl from './recompute-worker.ts?worker&url';

const scriptUrl = scriptUrls('cairn', [proofUrl, recomputeUrl]);

/** Starts the worker of a page. @param onError called if the script does not load, or throws */
export function openWorker(
  of: Subject['kind'] | undefined,
  onState: (state: ProofState) => void,
  onError: () => void,
): Worker {
  const [url, name] = of === 'recompute' ? [recomputeUrl, of] : [proofUrl, 'verify'];
  const worker = new Worker(scriptUrl(url), { type: 'module', name });
  worker.addEventListener('error', onError);
  worker.addEventListener('message', ({ data }: MessageEvent<ProofState>) => onState(data));
  return worker;
}
