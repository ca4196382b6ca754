import type { RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

const EVER_SERVED = ['GET', 'POST'];

/**
 * Pass 4: the path must have the method of the request line; override headers are ignored. At an unknown path every served
 * method passes, and the allowlist answers 404.
 */
export function checkMethod({ method, route }: RequestFacts): Refusal | undefined {
  const methods = route?.methods ?? EVER_SERVED;
  if (methods.includes(method)) return undefined;
  return refuse('method_not_allowed', { Allow: methods.join(', ') });
}
