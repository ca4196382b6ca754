import { fillPathTemplate } from '../route/path-template.ts';
import type { RouteDefinition } from '../route/route.ts';
import { ApiError, errorCodeOf, TransportError } from './errors.ts';

/** Milliseconds for a request, including its body. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** Where and how a client sends its requests. */
export interface Connection {
  /** Origin and path prefix, with or without a trailing slash; empty for the page's origin. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

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
 *   cannot be part of a URL, the signal's reason if the caller aborts
 */
export async function requestRoute(
  connection: Connection,
  route: RouteDefinition,
  input: Values,
  { signal, timeoutMs = connection.timeoutMs, onProgress }: RequestOptions,
): Promise<unknown> {
  const url = buildUrl(connection.baseUrl, route, input);
  const timeout = AbortSignal.timeout(timeoutMs);
  const init = requestInit(connection, route, input);
  const combined = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await connection.fetch(url, { ...init, signal: combined });
    return interpret(
      route,
      response,
      await readBody(response, combined, response.ok ? onProgress : undefined),
    );
  } catch (error) {
    throw failureOf(error, signal, timeout);
  }
}

/** The URL of a request; `undefined` query values are left out. @throws TypeError as `fillPathTemplate` does */
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
  // A redirect would send the submission to another server.
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
  return joinChunks(chunks, size);
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    whole.set(chunk, position);
    position += chunk.length;
  }
  return whole;
}

/** The error to throw when `fetch` or its stream rejects: the caller's reason, a time-out or a network error. */
function failureOf(error: unknown, signal: AbortSignal | undefined, timeout: AbortSignal): unknown {
  if (error instanceof ApiError || error instanceof TransportError) return error;
  if (signal?.aborted) return signal.reason;
  if (timeout.aborted) return new TransportError('timeout', 'no answer in time', { cause: error });
  return new TransportError('network', 'the server cannot be reached', { cause: error });
}
