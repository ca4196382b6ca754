import type { RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

const SERVED_METHODS = ['GET', 'POST'];

/**
 * Pass 4: the path must accept the method of the request line; override headers are ignored. At an unknown path GET and POST
 * pass, and the allowlist answers 404.
 */
export function checkMethod({ method, route }: RequestFacts): Refusal | undefined {
  const methods = route?.methods ?? SERVED_METHODS;
  if (methods.includes(method)) return undefined;
  return refuse('method_not_allowed', { Allow: methods.join(', ') });
}
