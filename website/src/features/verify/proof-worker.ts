import { serveProofs } from './session.ts';

/** The worker of a page that proves. The page only shows results: the worker requests the data and computes. */
serveProofs();
