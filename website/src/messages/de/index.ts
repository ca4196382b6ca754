import type { Translation } from '@cairn/ui/messages.js';
import type { messages as english } from '../en/index.ts';
import { data } from './data.ts';
import { frame } from './frame.ts';
import { live } from './live.ts';
import { states } from './states.ts';
import { verify } from './verify.ts';

/** Messages of every page, in German. */
export const messages: Translation<typeof english> = { ...frame, ...states, ...live, ...data, ...verify };
