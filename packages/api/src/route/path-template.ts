/** A route's path template, ready for servers and clients. */
export interface PathTemplate {
  /** The template itself, with `{name}` for each parameter. */
  readonly template: string;
  readonly names: readonly string[];
  /** The same path in Fastify's notation, with `:name`. */
  readonly fastify: string;
  /** Matches a whole path without query; one group a parameter, none of which contains a slash. */
  readonly pattern: RegExp;
  /** Decoded parameters of `path` (no query), or `undefined` where it is another path or is badly percent-encoded. */
  match(path: string): Record<string, string> | undefined;
}

const PARAMETER = /\{([a-z][a-z0-9_]*)\}/g;

/**
 * Compiles a template such as `/api/v1/blocks/{height_or_hash}`.
 * @throws RangeError where the template does not start with a slash, or repeats or misspells a parameter
 */
export function parsePathTemplate(template: string): PathTemplate {
  const names = [...template.matchAll(PARAMETER)].map(([, name]) => name!);
  const fixed = template.replaceAll(PARAMETER, '');
  if (!template.startsWith('/') || /[{}]/.test(fixed) || new Set(names).size !== names.length) {
    throw new RangeError(`not a path template: ${template}`);
  }
  const source = template.split(PARAMETER).map((part, index) => (index % 2 ? '([^/]+)' : escape(part)));
  const pattern = new RegExp(`^${source.join('')}$`);
  return {
    template,
    names,
    fastify: template.replaceAll(PARAMETER, ':$1'),
    pattern,
    match: (path) => matchPath(pattern, names, path),
  };
}

function matchPath(
  pattern: RegExp,
  names: readonly string[],
  path: string,
): Record<string, string> | undefined {
  const found = pattern.exec(path);
  if (!found) return undefined;
  const values = found.slice(1).map(decodeSegment);
  if (values.includes(undefined)) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, values[index]!]));
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function escape(literal: string): string {
  return literal.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
}

/**
 * Fills a template's parameters in, percent-encoded.
 * @throws TypeError for a value that no path segment can carry: empty, `.` or `..`, which every URL parser removes
 */
export function fillPathTemplate(
  template: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return template.replaceAll(PARAMETER, (_, name: string) => encodeSegment(name, values[name]));
}

function encodeSegment(name: string, value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value);
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`path parameter ${name} cannot be ${JSON.stringify(text)}`);
  }
  return encodeURIComponent(text);
}
