/** The typed client of a table of routes. */
import type { RouteDefinition, RouteInput, RouteOutput } from './route.ts';

/**
 * An error answer: a status other than 2xx with a JSON body. Branch on `code`, never on a message. If the body has no `error`
 * field, the code depends on the status: `validation_error` (422), `not_found` (404), `method_not_allowed` (405), otherwise
 * `http_` and the status.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The parsed JSON body, unchanged. */
  readonly body: unknown;

  constructor(status: number, code: string, body: unknown) {
    super(`the server refused: ${status} ${code}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/**
 * Why there is no usable answer. In each case the server may or may not have acted on the request.
 *
 * - `timeout`: no complete answer in time
 * - `network`: no connection, or it broke before the end of the answer
 * - `not_json`: a body that is not JSON, for example from a proxy
 * - `unexpected_shape`: JSON that the contract does not allow, or an answer above the size limit
 */
export type TransportErrorCode = 'timeout' | 'network' | 'not_json' | 'unexpected_shape';

/** Thrown if there is no usable answer. `cause` is the caught error, if any. */
export class TransportError extends Error {
  readonly code: TransportErrorCode;
  /** HTTP status, if one was received. */
  readonly status: number | undefined;

  constructor(
    code: TransportErrorCode,
    message: string,
    options: { status?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'TransportError';
    this.code = code;
    this.status = options.status;
  }
}

/** The code of an error answer by its JSON body or, without an `error` field, by its status. */
function errorCodeOf(status: number, body: unknown): string {
  if (typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string')
    return body.error;
  return STATUS_CODES[status] ?? `http_${status}`;
}

const STATUS_CODES: Readonly<Record<number, string>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  422: 'validation_error',
};

type Routes = Readonly<Record<string, RouteDefinition>>;

/** If all inputs of a route are optional, the method may be called without an argument. */
type Call<Route extends RouteDefinition> =
  Partial<RouteInput<Route>> extends RouteInput<Route>
    ? (input?: RouteInput<Route>, options?: RequestOptions) => Promise<RouteOutput<Route>>
    : (input: RouteInput<Route>, options?: RequestOptions) => Promise<RouteOutput<Route>>;

/** One typed method per route; event streams have none. Editors show a route's own comment. */
export type Client<Definitions extends Routes> = Methods<Omit<Definitions, 'events'>>;
type Methods<Definitions extends Routes> = { readonly [Id in keyof Definitions]: Call<Definitions[Id]> };

/** Options of every client. */
export interface ClientOptions {
  /** Origin of the server and path prefix, such as `http://127.0.0.1:28000`; empty for the page's origin. */
  readonly baseUrl: string;
  /** Implementation of `fetch`; the platform's by default. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for one request with its body; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Items of a list in an answer, beyond which it is refused before its items are checked; none by default. */
  readonly maxItems?: number | undefined;
}

/** What a client has to know of a route. Without a schema for the response, it accepts any JSON. */
export type ClientRoute = Pick<RouteDefinition, 'id' | 'path' | 'method' | 'contentType' | 'body'> &
  Partial<Pick<RouteDefinition, 'response'>>;

/**
 * Creates a client with a method for each route of a table, which checks every answer. The methods do not use `this`.
 */
export function createClient<Definitions extends Routes>(
  routes: Definitions,
  options: ClientOptions,
  headers: Readonly<Record<string, string>> = {},
): Client<Definitions> {
  return methodsFor(Object.values(routes), options, headers) as Client<Definitions>;
}

/** A client's methods: one for each of the routes, by ID; event streams have none. */
export function methodsFor(
  routes: readonly ClientRoute[],
  options: ClientOptions,
  headers: Readonly<Record<string, string>> = {},
): object {
  const methods = routes
    .filter(({ contentType }) => contentType !== 'text/event-stream')
    .map((route) => [
      route.id,
      (input: Values = {}, requestOptions: RequestOptions = {}) =>
        requestRoute({ ...options, headers }, route, input, requestOptions),
    ]);
  return Object.fromEntries(methods);
}

/** Milliseconds for a request, including its body. */
const DEFAULT_TIMEOUT_MS = 10_000;

type Connection = ClientOptions & { readonly headers: Readonly<Record<string, string>> };

export interface RequestOptions {
  /** Aborts the request; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the request with its body, instead of the client's. */
  readonly timeoutMs?: number | undefined;
  /** Called with the number of bytes received so far, after each part of the body of a successful answer. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Calls one route.
 *
 * @param input path parameters, query parameters and body fields in one object; `undefined` query values are left out
 * @returns the validated response; bytes for a route that is not JSON
 * @throws ApiError for an error answer, TransportError if there is no usable answer, TypeError for a path parameter that
 *   cannot be part of a URL and for a field of the body that the contract does not allow, the signal's reason if the caller aborts
 */
async function requestRoute(
  connection: Connection,
  route: ClientRoute,
  input: Values,
  { signal, timeoutMs = connection.timeoutMs ?? DEFAULT_TIMEOUT_MS, onProgress }: RequestOptions,
): Promise<unknown> {
  const url = buildUrl(connection.baseUrl, route.path, route.method === 'GET' ? input : {});
  const timeout = AbortSignal.timeout(timeoutMs);
  const init = requestInit(connection, route, input);
  const combined = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const fetch = connection.fetch ?? globalThis.fetch;
    const response = await fetch(url, { ...init, signal: combined });
    const body = await readBody(response, combined, response.ok ? onProgress : undefined);
    return interpret(route, response, body, connection.maxItems);
  } catch (error) {
    throw failureOf(error, signal, timeout, connection.baseUrl);
  }
}

/**
 * The URL of a request: what the path does not name is the query, without `undefined` values.
 * @throws TypeError as `fillPath` does
 */
export function buildUrl(baseUrl: string, path: string, input: Values): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && !path.includes(`{${name}}`)) query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return `${baseUrl.replace(/\/+$/, '')}${fillPath(path, input)}${search}`;
}

/**
 * Fills in the parameters of a path, percent-encoded.
 * @throws TypeError for a value that cannot be a path segment: empty, `.` or `..`, which URL parsers remove
 */
export function fillPath(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '');
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(`path parameter ${name} cannot be ${JSON.stringify(text)}`);
    }
    return encodeURIComponent(text);
  });
}

function requestInit(connection: Connection, route: ClientRoute, input: Values): RequestInit {
  const headers: Record<string, string> = { accept: route.contentType, ...connection.headers };
  if (!route.body) return { method: route.method, headers };
  headers['content-type'] = 'application/json';
  const parsed = route.body.safeParse(input);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new TypeError(`${[route.id, ...path].join('.')}: ${message}`, { cause: parsed.error });
  }
  const body = JSON.stringify(parsed.data);
  // A redirect would send the submission to another server.
  return { method: route.method, headers, body, redirect: 'error' };
}

function interpret(
  route: ClientRoute,
  response: Response,
  body: Uint8Array<ArrayBuffer>,
  maxItems = Number.POSITIVE_INFINITY,
): unknown {
  const { status } = response;
  if (response.ok && route.contentType !== 'application/json') return body;
  const parsed = parseJson(body, status);
  if (!response.ok) throw new ApiError(status, errorCodeOf(status, parsed), parsed);
  if (!route.response) return parsed;
  if (hasLongList(parsed, maxItems))
    throw new TransportError('unexpected_shape', `${route.id}: a list has more than ${maxItems} items`, {
      status,
    });
  const result = route.response.safeParse(parsed);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new TransportError('unexpected_shape', `${route.id}: ${path.join('.') || 'the answer'}: ${message}`, {
    status,
    cause: result.error,
  });
}

/** How deep in objects an answer of the contract has lists. */
const LIST_DEPTH = 3;

/** True if there is a longer list in these objects: the checks of wrong items would cost much time and memory. */
function hasLongList(json: unknown, maxItems: number, depth = LIST_DEPTH): boolean {
  if (Array.isArray(json)) return json.length > maxItems;
  if (depth === 0 || typeof json !== 'object' || json === null) return false;
  return Object.values(json).some((value) => hasLongList(value, maxItems, depth - 1));
}

function parseJson(body: Uint8Array<ArrayBuffer>, status: number): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new TransportError('not_json', 'the answer is not JSON', { status, cause });
  }
}

/**
 * Maximum size of an answer in bytes: enough for a full block of the RPC as JSON (39,382 transactions of about 700 bytes),
 * but less than what crashes a browser's tab.
 */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * Reads the whole body of a response. It checks the signal after each part too, because a replaced `fetch` may ignore it.
 * @throws TransportError `unexpected_shape` if it has more than `MAX_RESPONSE_BYTES`
 */
async function readBody(
  response: Response,
  signal: AbortSignal,
  onProgress?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > MAX_RESPONSE_BYTES) {
      await reader?.cancel();
      throw new TransportError('unexpected_shape', 'the answer is too large', { status: response.status });
    }
    chunks.push(part.value);
    onProgress?.(size);
    if (signal.aborted) {
      await reader?.cancel();
      throw signal.reason;
    }
  }
  // Not a Blob: browsers may keep one in another process.
  const whole = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    whole.set(chunk, position);
    position += chunk.length;
  }
  return whole;
}

/** The error to throw when `fetch` or its stream rejects: the caller's reason, a time-out or a network error. */
function failureOf(
  error: unknown,
  signal: AbortSignal | undefined,
  timeout: AbortSignal,
  baseUrl: string,
): unknown {
  if (error instanceof ApiError || error instanceof TransportError) return error;
  if (signal?.aborted) return signal.reason;
  if (timeout.aborted) return new TransportError('timeout', 'no answer in time', { cause: error });
  return new TransportError('network', `${baseUrl || 'the server'} cannot be reached`, { cause: error });
}
