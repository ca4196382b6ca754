import type { RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Bytes that some URL parsers decode, cut off or turn into a slash, and everything but visible ASCII. */
const AMBIGUOUS = /[%\\#]|\/\/|[^\x21-\x7e]/;

/**
 * Pass 2: the raw target is a plain path. Encodings are refused, not decoded, so that no later parser can understand the
 * target differently.
 */
export function checkTarget({ target, path }: RequestFacts): Refusal | undefined {
  if (!target.startsWith('/')) return refuse('invalid_target');
  if (AMBIGUOUS.test(target)) return refuse('not_found');
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return refuse('not_found');
  return undefined;
}
