import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import type { GatewayFacts, SessionCookie } from '../gateway-facts.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { valuesOf, type RequestFacts } from '../request-facts.ts';

/** Makes the cookie of a gateway on this port. */
export function createSessionCookie(port: number): SessionCookie {
  const name = `cairn_gateway_${port}`;
  const value = randomBytes(32).toString('base64url');
  const setCookie = stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'strict' });
  return { name, value, setCookie };
}

/**
 * Pass 6: the process's cookie, exactly once. The page (which brings the cookie) and its assets (which hold nothing
 * secret) do without.
 */
export function checkCookie(request: RequestFacts, { cookie }: GatewayFacts): Refusal | undefined {
  if (request.route?.kind === 'page' || request.route?.kind === 'asset') return undefined;
  const values = readCookies(valuesOf(request, 'cookie'), cookie.name);
  // A neighbour on another port can add a second one by a longer path: which of them is ours cannot be told.
  if (values.length !== 1) return refuse('session_expired');
  return isEqualSecret(values[0]!, cookie.value) ? undefined : refuse('session_expired');
}

/** Every value that a cookie name has. Cookie libraries keep one of them and so hide that there are two. */
function readCookies(lines: readonly string[], name: string): string[] {
  return lines
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Compares digests of equal length, so that neither content nor length shows in the time it takes. */
function isEqualSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'));
}
