/** What a server reads of a request before its handler runs, whatever brings the request. */
import {
  type HttpError,
  parsePath,
  parseQuery,
  type QueryIssue,
  type RouteBody,
  type RouteCall,
  type RouteDefinition,
  type RouteOutput,
} from './route.ts';

/** The first thing that a schema finds wrong with a body; zod's type. */
type BodyIssue = NonNullable<
  ReturnType<NonNullable<RouteDefinition['body']>['safeParse']>['error']
>['issues'][number];

/** How an interface reports what is wrong with a body. */
export interface BodyErrors {
  readonly tooLarge: HttpError;
  /** For another content type than `application/json`, and for a content encoding. */
  readonly wrongType: HttpError;
  /** @param issue the first of zod's issues; `undefined` for a body that is not JSON in UTF-8 */
  malformed(issue: BodyIssue | undefined): HttpError;
}

/** Content type of every JSON body; `application/json` has no charset parameter (RFC 8259). */
export const JSON_TYPE = 'application/json';

/** A status with a JSON body, and headers in addition to those of every response. */
export interface JsonResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler of JSON returns: the value, or its text in parts if it may be long. */
export type JsonOutput<Route extends RouteDefinition> = RouteOutput<Route> | AsyncIterable<string>;

/** Responds to a parsed request with JSON. @param signal ends with the request @throws HttpError with one of the route's codes */
export type JsonHandler<Route extends RouteDefinition> = (
  call: RouteCall<Route>,
  signal: AbortSignal,
) => JsonOutput<Route> | Promise<JsonOutput<Route>>;

/** Whether it is a text in parts. */
export function isInParts(output: unknown): output is AsyncIterable<string> {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}

/** What an interface checks before a handler, and how it reports what is wrong. */
export interface CallChecks {
  /** For another method on a route's path; `Allow` is added. */
  readonly methodNotAllowed: JsonResponse;
  /** JSON bodies; absent if no route has one. */
  readonly body?: BodyErrors & {
    /** Bytes. */
    readonly limit: number;
    /** True if a request without a body counts as `{}`. */
    readonly isOptional: boolean;
  };
  queryError(issues: readonly QueryIssue[]): HttpError;
  /** For a malformed path parameter. @param code the error of its parser */
  pathError(code: string): HttpError;
  /** Checks parsed path parameters further. @throws HttpError */
  checkPath?(values: Readonly<Record<string, unknown>>): void;
  /** True if a malformed path parameter is reported before a malformed query. */
  readonly isPathFirst?: boolean;
}

/** A request to a route, as its transport brings it. */
export interface RawCall {
  /** Decoded path segments, by parameter name. */
  readonly segments: Readonly<Record<string, string | string[] | undefined>>;
  /** Path and query. */
  readonly target: string;
  /** The JSON value of the body; `undefined` without one. */
  readonly body: unknown;
}

/** Parses a request: its body, then query and path. @throws HttpError for the first thing that is wrong */
export function readCall<Route extends RouteDefinition>(
  route: Route,
  checks: CallChecks,
  { segments, target, body }: RawCall,
): RouteCall<Route> {
  const parsed = route.body?.safeParse(body ?? {});
  if (parsed?.success === false) throw checks.body!.malformed(parsed.error.issues[0]);
  const query = parseQuery(route, queryOf(target));
  if (!query.ok && !checks.isPathFirst) throw checks.queryError(query.issues);
  const path = parsePath(route, segments);
  if (!path.ok) throw checks.pathError(path.error);
  checks.checkPath?.(path.value);
  if (!query.ok) throw checks.queryError(query.issues);
  return { ...path.value, ...query.value, body: parsed?.data as RouteBody<Route> };
}

/** What the head of a request says of its body. */
export interface BodyHead {
  /** `Content-Type` and `Content-Encoding`, if there are any. */
  readonly type?: string | undefined;
  readonly encoding?: string | undefined;
  /** Bytes. */
  readonly length: number;
  readonly isEmpty: boolean;
}

/** Checks what the head of a request says of its JSON body, which is in UTF-8 and not compressed. @throws HttpError */
export function checkBodyHead(
  { limit, isOptional, ...errors }: NonNullable<CallChecks['body']>,
  { type = '', encoding = 'identity', length, isEmpty }: BodyHead,
): void {
  const isJson = /^application\/json[ \t]*(?:;|$)/i.test(type);
  const [, charset = 'utf-8'] = /;[ \t]*charset="?([^\s";]+)/i.exec(type) ?? [];
  const isReadable = charset.toLowerCase() === 'utf-8' && encoding.toLowerCase() === 'identity';
  if (!(isEmpty && isOptional) && !(isJson && isReadable)) throw errors.wrongType;
  if (length > limit) throw errors.tooLarge;
}

/** The value of a JSON body; `undefined` for an empty one. @throws HttpError */
export function parseBody(errors: BodyErrors, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw errors.malformed(undefined);
  }
}

/** The query of a request target without its `?`; empty if there is none. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? '';
}
