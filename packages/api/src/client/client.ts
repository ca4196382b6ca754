import type { RouteDefinition, RouteInput, RouteOutput } from '../route/route.ts';
import { type Connection, DEFAULT_TIMEOUT_MS, requestRoute, type RequestOptions } from './request.ts';

type Routes = Readonly<Record<string, RouteDefinition>>;

/** If all inputs of a route are optional, the method may be called without an argument. */
type Call<Route extends RouteDefinition> =
  Partial<RouteInput<Route>> extends RouteInput<Route>
    ? (input?: RouteInput<Route>, options?: RequestOptions) => Promise<RouteOutput<Route>>
    : (input: RouteInput<Route>, options?: RequestOptions) => Promise<RouteOutput<Route>>;

/** One typed method per route; event streams have none. */
export type Client<Definitions extends Routes> = {
  readonly [
    Id in keyof Definitions as Definitions[Id]['contentType'] extends 'text/event-stream' ? never : Id
  ]: Call<Definitions[Id]>;
};

/** Options of every client. */
export interface ClientOptions {
  /** Origin of the server and path prefix, such as `http://127.0.0.1:28000`; empty for the page's origin. */
  readonly baseUrl: string;
  /** Implementation of `fetch`; the platform's by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for one request with its body; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
}

/** Creates a client with a method for each route of a table. The methods do not use `this`. */
export function createClient<Definitions extends Routes>(
  routes: Definitions,
  { baseUrl, fetch, timeoutMs }: ClientOptions,
  headers: Readonly<Record<string, string>> = {},
): Client<Definitions> {
  const connection: Connection = {
    baseUrl,
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    headers,
  };
  const methods = Object.values(routes)
    .filter(({ contentType }) => contentType !== 'text/event-stream')
    .map((route) => [
      route.id,
      (input: Record<string, string | number | boolean | undefined> = {}, options: RequestOptions = {}) =>
        requestRoute(connection, route, input, options),
    ]);
  return Object.fromEntries(methods) as Client<Definitions>;
}
