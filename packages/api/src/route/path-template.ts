import type { ParseResult } from './parse-result.ts';
import type { RouteDefinition, RouteParams } from './route.ts';

const PARAMETER = /\{([a-z][a-z0-9_]*)\}/g;

/**
 * Parses the segments that a router cut out of a path.
 * @param segments decoded, by parameter name
 * @returns the values, or the code of the first one that is malformed
 */
export function parsePathValues<Route extends RouteDefinition>(
  route: Route,
  segments: Readonly<Record<string, string | string[] | undefined>>,
): ParseResult<RouteParams<Route>, string> {
  const values: Record<string, unknown> = {};
  for (const [name, { parse }] of Object.entries(route.params)) {
    const parsed = parse(String(segments[name]));
    if (!parsed.ok) return parsed;
    values[name] = parsed.value;
  }
  return { ok: true, value: values as RouteParams<Route> };
}

/**
 * Fills a template's parameters in, percent-encoded.
 * @throws TypeError for a value that no path segment can carry: empty, `.` or `..`, which every URL parser removes
 */
export function fillPathTemplate(
  template: string,
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  return template.replaceAll(PARAMETER, (_, name: string) => encodeSegment(name, values[name]));
}

function encodeSegment(name: string, value: string | number | boolean | undefined): string {
  const text = value === undefined ? '' : String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`path parameter ${name} cannot be ${JSON.stringify(text)}`);
  }
  return encodeURIComponent(text);
}
