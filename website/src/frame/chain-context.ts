import { createContext } from 'preact';
import { type ChainView, NOTHING_KNOWN } from '../lib/status-store.ts';

/** The chain as known to the server when it rendered the page; the first rendering in the browser repeats it. */
export const ChainContext = createContext<ChainView>(NOTHING_KNOWN);
