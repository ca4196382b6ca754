import type * as z from 'zod/mini';
import type { RouteDefinition } from '../route/route.ts';
import { invalidRequest } from './errors.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The parsed body that a handler of `Route` receives. */
export type RouteBody<Route extends RouteDefinition> = Route extends {
  body: infer Body extends z.ZodMiniType;
}
  ? z.output<Body>
  : undefined;

/**
 * Parses a request's body with the route's schema. Unlike in the RPC, unknown fields are refused, so that a typo does not
 * silently select the default.
 * @param body as received; empty counts as `{}`
 * @throws HttpError 400 `invalid_request` that names the field
 */
export function parseDevnetBody<Route extends RouteDefinition>(
  route: Route,
  body: Uint8Array,
): RouteBody<Route> {
  if (route.body === undefined) return undefined as RouteBody<Route>;
  const result = route.body.safeParse(parseJson(body));
  if (result.success) return result.data as RouteBody<Route>;
  throw invalidRequest(describeIssue(result.error.issues[0]!));
}

function parseJson(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    throw invalidRequest('The body must be a JSON object.');
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `There is no field ${JSON.stringify(issue.keys[0])}.`;
  const [name] = issue.path;
  if (name !== undefined) return `${String(name)} ${issue.message}.`;
  return issue.code === 'custom' ? `A request must ${issue.message}.` : 'The body must be a JSON object.';
}
