import { parseCookie, stringifySetCookie } from 'cookie';
import { valuesOf, type GatewayFacts, type RequestFacts, type SessionCookie } from '../facts.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { createSecret, isEqualSecret } from '../secret.ts';

/** Creates the session cookie of a gateway on this port. */
export function createSessionCookie(port: number): SessionCookie {
  const name = `cairn_gateway_${port}`;
  const value = createSecret();
  const setCookie = stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'strict' });
  return { name, value, setCookie };
}

/** Routes that need no session: they begin one, or return no secret. */
const OPEN_ROUTES: ReadonlySet<string | undefined> = new Set(['page', 'asset', 'session']);

/** GATEWAY.md, pass 6: the request must have the session cookie of this process exactly once, unless its route is open. */
export function checkCookie(request: RequestFacts, { cookie }: GatewayFacts): Refusal | undefined {
  if (OPEN_ROUTES.has(request.route?.kind)) return undefined;
  const header = valuesOf(request, 'cookie').join('; ');
  // A server on another port can set a second cookie of this name, with a longer path. Count the cookies here, because
  // `parseCookie` returns only one.
  const count = header.split(';').filter((pair) => pair.trim().startsWith(`${cookie.name}=`)).length;
  if (count !== 1) return refuse('session_expired');
  const value = parseCookie(header, { decode: (text) => text })[cookie.name] ?? '';
  return isEqualSecret(value, cookie.value) ? undefined : refuse('session_expired');
}
