import { randomBytes } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import { isEqualSecret } from '../equal-secret.ts';
import type { GatewayFacts, SessionCookie } from '../gateway-facts.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { valuesOf, type RequestFacts } from '../request-facts.ts';

/** Makes the cookie of a gateway on this port. */
export function createSessionCookie(port: number): SessionCookie {
  const name = `cairn_gateway_${port}`;
  const value = randomBytes(32).toString('base64url');
  const setCookie = stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'strict' });
  return { name, value, bytes: Buffer.from(value), setCookie };
}

/** What is served to whoever has no session yet: the way to one, and files that hold nothing secret. */
const OPEN_ROUTES: ReadonlySet<string | undefined> = new Set(['page', 'asset', 'session']);

/** Pass 6: the process's cookie, exactly once. */
export function checkCookie(request: RequestFacts, { cookie }: GatewayFacts): Refusal | undefined {
  if (OPEN_ROUTES.has(request.route?.kind)) return undefined;
  const values = readCookies(valuesOf(request, 'cookie'), cookie.name);
  // A neighbour on another port can add a second one by a longer path: which of them is ours cannot be told.
  if (values.length !== 1) return refuse('session_expired');
  return isEqualSecret(values[0]!, cookie.bytes) ? undefined : refuse('session_expired');
}

/** Every value that a cookie name has. Cookie libraries keep one of them and so hide that there are two. */
function readCookies(lines: readonly string[], name: string): string[] {
  return lines
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
