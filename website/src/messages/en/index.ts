import { data } from './data.ts';
import { frame } from './frame.ts';
import { live } from './live.ts';
import { states } from './states.ts';
import { verify } from './verify.ts';

/** The site's own catalogue in English: the original that the other languages follow. */
export const catalogue = { ...frame, ...states, ...live, ...data, ...verify } as const;
