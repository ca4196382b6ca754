import type { catalogue as english } from '../en/index.ts';
import type { Translation } from '../message.ts';
import { data } from './data.ts';
import { frame } from './frame.ts';
import { live } from './live.ts';
import { states } from './states.ts';
import { verify } from './verify.ts';

/** The site's own catalogue in German. */
export const catalogue: Translation<typeof english> = { ...frame, ...states, ...live, ...data, ...verify };
