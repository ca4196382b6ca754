import { workerOpener } from '../../site/worker-opener.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from './recompute-worker.ts?worker&url';

/** Starts the worker that recomputes. It says `idle` once it takes requests. */
export const openWorker = workerOpener('cairn-recompute', workerUrl, 'recompute');
