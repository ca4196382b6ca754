import type { ParseResult, RouteDefinition, RouteParams } from './route.ts';

const PARAMETER = /\{([a-z][a-z0-9_]*)\}/g;

/**
 * Parses the path segments matched by a router.
 * @param segments decoded, by parameter name
 * @returns the values, or the error code of the first malformed one
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
 * Fills in the parameters of a template, percent-encoded.
 * @throws TypeError for a value that cannot be a path segment: empty, `.` or `..`, which URL parsers remove
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
