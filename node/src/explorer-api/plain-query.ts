import type { QueryValidation, RouteDefinition, RouteQuery } from '@cairn/api';

/** Plain digits: what `validateQuery` reads in every other form as well. */
const DIGITS = /^[0-9]{1,10}$/;

/** What a request without a query is given. */
const defaults = new WeakMap<
  RouteDefinition,
  { readonly ok: true; readonly value: Record<string, unknown> }
>();

/**
 * The short way for queries as clients write them: known integers in plain digits and within their bounds. Everything
 * else is for `validateQuery`, which gives the same for these.
 * @param query without its question mark @returns `undefined` for any other query
 */
export function readPlainQuery<Route extends RouteDefinition>(
  route: Route,
  query: string,
): Extract<QueryValidation<RouteQuery<Route>>, { ok: true }> | undefined {
  const none = defaultsOf(route);
  if (query === '') return none as { ok: true; value: RouteQuery<Route> };
  const value = { ...none.value };
  for (const part of query.split('&')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals);
    const digits = part.slice(equals + 1);
    const parameter = Object.hasOwn(route.query, name) ? route.query[name] : undefined;
    if (parameter?.kind !== 'integer' || !DIGITS.test(digits)) return undefined;
    const number = Number(digits);
    if (number < parameter.minimum || number > parameter.maximum) return undefined;
    value[name] = number; // the last one counts
  }
  return { ok: true, value: value as RouteQuery<Route> };
}

function defaultsOf(route: RouteDefinition): { readonly ok: true; readonly value: Record<string, unknown> } {
  const known = defaults.get(route);
  if (known !== undefined) return known;
  const values = Object.entries(route.query).map(([name, parameter]) => [
    name,
    parameter.kind === 'integer' ? parameter.default : undefined,
  ]);
  const made = { ok: true, value: Object.fromEntries(values) as Record<string, unknown> } as const;
  defaults.set(route, made);
  return made;
}
