import type { RequestFacts } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';

const SERVED_METHODS = ['GET', 'POST'];

/**
 * GATEWAY.md, pass 4: the path must accept the method in the request line; headers that override the method are ignored. For
 * an unknown path, GET and POST pass, and the allowlist answers 404.
 */
export function checkMethod({ method, route }: RequestFacts): Refusal | undefined {
  const methods = route?.methods ?? SERVED_METHODS;
  if (methods.includes(method)) return undefined;
  return refuse('method_not_allowed', { Allow: methods.join(', ') });
}
