import { refuse, type Refusal } from '../refusal.ts';
import type { RequestFacts } from '../request-facts.ts';

/** Bytes that a URL parser somewhere would decode, cut off or turn into a slash, and all that are not visible ASCII. */
const AMBIGUOUS = /[%\\#]|\/\/|[^\x21-\x7e]/;

/**
 * Pass 2: the raw target is a plain path. Encodings are refused rather than decoded, so that no later reader can
 * understand the target differently.
 */
export function checkTarget({ target, path }: RequestFacts): Refusal | undefined {
  if (!target.startsWith('/')) return refuse('invalid_target');
  if (AMBIGUOUS.test(target)) return refuse('not_found');
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return refuse('not_found');
  return undefined;
}
