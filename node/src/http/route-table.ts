import { parsePathTemplate } from '@cairn/api';

/** A path template and the one method that it answers to. */
export interface TableEntry {
  readonly method: string;
  readonly path: string;
}

/**
 * Tells a wrong method from an unknown path, for requests that no route took.
 * @returns a function from a path without query to the methods that it would answer to; empty for an unknown path
 */
export function createRouteTable(entries: readonly TableEntry[]): (path: string) => string[] {
  const routes = entries.map(({ method, path }) => ({ method, template: parsePathTemplate(path) }));
  return (path) =>
    routes.filter(({ template }) => template.match(path) !== undefined).map(({ method }) => method);
}
