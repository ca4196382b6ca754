import { data } from './data.ts';
import { frame } from './frame.ts';
import { live } from './live.ts';
import { states } from './states.ts';
import { verify } from './verify.ts';

/** Messages of every page, in English: the original that the other languages follow. */
export const messages = { ...frame, ...states, ...live, ...data, ...verify } as const;
