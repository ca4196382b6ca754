import type { RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Matches characters that some URL parsers decode, cut off or turn into a slash; double slashes; all but visible ASCII. */
const AMBIGUOUS = /[%\\#]|\/\/|[^\x21-\x7e]/;

/**
 * GATEWAY.md, pass 2: the raw target must be a plain path, possibly with a query. Percent-encoding is refused, not decoded,
 * so that no later parser can read the target differently.
 */
export function checkTarget({ target, path }: RequestFacts): Refusal | undefined {
  if (!target.startsWith('/')) return refuse('invalid_target');
  if (AMBIGUOUS.test(target)) return refuse('not_found');
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return refuse('not_found');
  return undefined;
}
