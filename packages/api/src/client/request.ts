import { fillPathTemplate } from '../route/path-template.ts';
import type { RouteDefinition } from '../route/route.ts';
import { ApiError, errorCodeOf, TransportError } from './errors.ts';
import { readBody } from './read-body.ts';

/** Milliseconds after which a request is given up, body included. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** Where and how a client sends its requests. */
export interface Connection {
  /** Origin and any prefix, with or without a final slash; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RequestOptions {
  /** Gives the request up; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Calls one route.
 *
 * @param input path parameters, query parameters and body fields in one object; `undefined` query values are left out
 * @returns the validated response; bytes for a route that is not JSON
 * @throws ApiError for a refusal, TransportError where there is no usable answer, TypeError for a path parameter that
 *   no URL can carry, and the signal's reason where the caller gave up
 */
export async function requestRoute(
  connection: Connection,
  route: RouteDefinition,
  input: Values,
  { signal }: RequestOptions,
): Promise<unknown> {
  const url = buildUrl(connection.baseUrl, route, input);
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  const init = requestInit(connection, route, input);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await connection.fetch(url, { ...init, signal: either });
    return interpret(route, response, await readBody(response));
  } catch (error) {
    throw explainFailure(error, signal, timeout);
  }
}

/** The whole address of a request. */
export function buildUrl(baseUrl: string, route: RouteDefinition, input: Values): string {
  const path = fillPathTemplate(route.path, input);
  const query = new URLSearchParams();
  for (const name of Object.keys(route.query)) {
    const value = input[name];
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return `${baseUrl.replace(/\/+$/, '')}${path}${search}`;
}

function requestInit(connection: Connection, route: RouteDefinition, input: Values): RequestInit {
  const headers: Record<string, string> = { accept: route.contentType, ...connection.headers };
  if (!route.body) return { method: route.method, headers };
  headers['content-type'] = 'application/json';
  const body = JSON.stringify(route.body.parse(input));
  // A redirect would repeat the submission somewhere else.
  return { method: route.method, headers, body, redirect: 'error' };
}

function interpret(route: RouteDefinition, response: Response, body: Uint8Array<ArrayBuffer>): unknown {
  const { status } = response;
  if (response.ok && route.contentType !== 'application/json') return body;
  const parsed = parseJson(body, status);
  if (!response.ok) throw new ApiError(status, errorCodeOf(status, parsed), parsed);
  const result = route.response.safeParse(parsed);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new TransportError('unexpected_shape', `${route.id}: ${path.join('.') || 'the answer'}: ${message}`, {
    status,
    cause: result.error,
  });
}

function parseJson(body: Uint8Array<ArrayBuffer>, status: number): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new TransportError('not_json', 'the answer is not JSON', { status, cause });
  }
}

/** Maps a rejection of fetch or its stream to the caller's reason, a time-out or a network error. */
function explainFailure(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): unknown {
  if (error instanceof ApiError || error instanceof TransportError) return error;
  if (signal?.aborted) return signal.reason;
  if (timeout.aborted) return new TransportError('timeout', 'no answer in time', { cause: error });
  return new TransportError('network', 'the server cannot be reached', { cause: error });
}
