import { refuse, type Refusal } from '../refusal.ts';
import type { RequestFacts } from '../request-facts.ts';

const EVER_SERVED = ['GET', 'POST'];

/**
 * Pass 4: the method that stands in the request line is the one that counts (override headers are never read), and it
 * must be the path's. At a path that serves nothing, any served method goes on to be told so by the allowlist.
 */
export function checkMethod({ method, route }: RequestFacts): Refusal | undefined {
  const methods = route?.methods ?? EVER_SERVED;
  if (methods.includes(method)) return undefined;
  return refuse('method_not_allowed', { Allow: methods.join(', ') });
}
