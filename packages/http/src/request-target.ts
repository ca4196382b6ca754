/** Scheme and host of an absolute-form target (`GET http://host/path`). */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const STRAY_PERCENT = /%(?![0-9a-f]{2})/gi;

/**
 * Turns any request target into one that a router can decode, so that no request fails before its route runs. A stray `%`
 * is literal, and escaped bytes that are not UTF-8 become U+FFFD, as in Starlette. The query stays unchanged.
 *
 * @param target the request target of the request line
 * @returns a target with a leading `/` whose path can be decoded
 */
export function normalizeTarget(target: string): string {
  if (target.charCodeAt(0) === SLASH && !target.includes('%')) return target;
  const local = target.replace(ORIGIN, '');
  const queryStart = local.search(/[?#]/);
  const path = queryStart === -1 ? local : local.slice(0, queryStart);
  const rest = queryStart === -1 ? '' : local.slice(queryStart);
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const decodable = rooted.replace(STRAY_PERCENT, '%25').replace(ESCAPES, decodableEscapes);
  return decodable.replace(UNRESERVED_ESCAPE, decodeURIComponent) + rest;
}

/** Escapes of unreserved characters, which are equivalent to the characters (RFC 3986, section 6.2.2.2), except dots. */
const UNRESERVED_ESCAPE = /%(?:4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae]|3[0-9]|2d)/gi;

const SLASH = '/'.charCodeAt(0);

function decodableEscapes(escapes: string): string {
  try {
    decodeURIComponent(escapes);
    return escapes;
  } catch {
    return encodeURIComponent(Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'));
  }
}

/** The query of a request target without its `?`; empty if there is none. */
export function queryOf(target: string): string {
  const start = target.indexOf('?');
  if (start === -1) return '';
  const end = target.indexOf('#', start);
  return end === -1 ? target.slice(start + 1) : target.slice(start + 1, end);
}
