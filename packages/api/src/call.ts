/** What a server reads of a request before its handler runs, whatever brings the request. */
import type * as z from 'zod/mini';
import { HttpError, type RouteCall, type RouteDefinition, type RouteOutput } from './route.ts';

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

/** What an interface checks of a JSON body, and how it reports what is wrong. */
export interface BodyChecks {
  /** Bytes. */
  readonly limit: number;
  /** True if a request without a body counts as `{}`. */
  readonly isOptional: boolean;
  readonly tooLarge: HttpError;
  /** For another content type than `application/json`, and for a content encoding. */
  readonly wrongType: HttpError;
  /** @param issue the first of zod's issues; `undefined` for a body that is not JSON in UTF-8 */
  malformed(issue: z.core.$ZodIssue | undefined): HttpError;
}

/** What an interface checks before a handler, and how it reports what is wrong. */
export interface CallChecks {
  /** For a path that no route has. */
  readonly notFound: JsonResponse;
  /** For another method on a route's path; `Allow` is added. */
  readonly methodNotAllowed: JsonResponse;
  /** Absent if no route has a body. */
  readonly body?: BodyChecks;
  /** Absent if no route has a query. */
  queryError?(issues: readonly QueryIssue[]): HttpError;
  /** For a malformed path parameter; absent if no route has one. @param code the error of its parser */
  pathError?(code: string): HttpError;
  /** Whether a path's `{address}` is one of the network, if its characters are right. */
  isAddress?(text: string): boolean;
  /** True if a malformed path parameter is reported before a malformed query. */
  readonly isPathFirst?: boolean;
  /** The response to an error of a handler other than `HttpError`; `undefined` for a failure. */
  errorOf?(error: unknown): JsonResponse | undefined;
}

/** A request to a route, as its transport brings it. */
export interface RawCall {
  /** Decoded path segments, by parameter name. */
  readonly segments: Readonly<Record<string, string | string[] | undefined>>;
  /** Path and query. */
  readonly target: string;
  /** The bytes of the body. */
  readonly body?: Uint8Array | undefined;
}

/** Parses a request: its body, then query and path. @throws HttpError for the first thing that is wrong */
export function readCall<Route extends RouteDefinition>(
  route: Route,
  checks: CallChecks,
  { segments, target, body }: RawCall,
): RouteCall<Route> {
  const content = route.body && checks.body && readBody(route.body, checks.body, body);
  const readers = [() => readQuery(route, checks, target), () => readPath(route, checks, segments)];
  if (checks.isPathFirst) readers.reverse();
  return Object.assign({ body: content }, ...readers.map((read) => read())) as RouteCall<Route>;
}

function readPath({ params }: RouteDefinition, checks: CallChecks, segments: RawCall['segments']): object {
  const { data, error } = params.safeParse(segments);
  if (error) throw checks.pathError!(error.issues[0]!.message);
  const { address } = data;
  if (typeof address === 'string' && checks.isAddress?.(address) === false)
    throw checks.pathError!('invalid_address');
  return data;
}

/** One entry of `detail` in a 422; its keys are in FastAPI's order (interface document, section 7.1). */
export interface QueryIssue {
  readonly type: 'greater_than_equal' | 'less_than_equal' | 'int_parsing' | 'literal_error' | 'value_error';
  readonly loc: readonly ['query', string];
  readonly msg: string;
  /** The parameter as received, only percent-decoded. */
  readonly input: string;
  readonly ctx?: { readonly ge: number } | { readonly le: number } | { readonly expected: string };
}

/**
 * Parses a query (API-DECISIONS): the last of a repeated parameter counts, unknown ones are ignored, and an empty value is not an
 * absent one. Issues are in the order of the declaration.
 */
function readQuery({ query }: RouteDefinition, checks: CallChecks, target: string): object {
  const [, text = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  // The leading ampersand keeps a second question mark part of the first name.
  const given: Record<string, string> = Object.fromEntries(new URLSearchParams(`&${text}`));
  const { data, error } = query.safeParse(given);
  if (error === undefined) return data;
  const issues = Object.keys(query.shape).flatMap((name): QueryIssue[] => {
    const issue = error.issues.find(({ path }) => path[0] === name);
    if (issue === undefined) return [];
    const { type, msg, ctx } = describeIssue(issue);
    return [{ type, loc: ['query', name], msg, input: given[name] ?? '', ...(ctx && { ctx }) }];
  });
  throw checks.queryError!(issues);
}

/** A finding of zod in FastAPI's words. */
function describeIssue(issue: z.core.$ZodIssue): Pick<QueryIssue, 'type' | 'msg' | 'ctx'> {
  if (issue.code === 'too_big') {
    const le = Number(issue.maximum);
    return { type: 'less_than_equal', msg: `Input should be less than or equal to ${le}`, ctx: { le } };
  }
  if (issue.code === 'too_small') {
    const ge = Number(issue.minimum);
    return { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${ge}`, ctx: { ge } };
  }
  if (issue.code === 'invalid_value') {
    const quoted = issue.values.map((value) => `'${String(value)}'`);
    const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
    return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } };
  }
  if (issue.code === 'custom') return { type: 'value_error', msg: `Value error, ${issue.message}` };
  const msg = 'Input should be a valid integer, unable to parse string as an integer';
  return { type: 'int_parsing', msg };
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
  { limit, isOptional, wrongType, tooLarge }: BodyChecks,
  { type = '', encoding = 'identity', length, isEmpty }: BodyHead,
): void {
  const isJson = /^application\/json[ \t]*(?:;|$)/i.test(type);
  const [, charset = 'utf-8'] = /;[ \t]*charset="?([^\s";]+)/i.exec(type) ?? [];
  const isReadable = charset.toLowerCase() === 'utf-8' && encoding.toLowerCase() === 'identity';
  if (!(isEmpty && isOptional) && !(isJson && isReadable)) throw wrongType;
  if (length > limit) throw tooLarge;
}

/** Parses a JSON body; an empty one counts as `{}`. */
function readBody(schema: z.ZodMiniType, checks: BodyChecks, bytes?: Uint8Array): unknown {
  let json: unknown = {};
  try {
    if (bytes?.length) json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw checks.malformed(undefined);
  }
  const { data, error } = schema.safeParse(json);
  if (error) throw checks.malformed(error.issues[0]);
  return data;
}

const INTERNAL_ERROR: JsonResponse = { status: 500, body: { error: 'internal_error' } };

/** The response to what a handler threw. @param onFailure called if it is a failure of this server, to log it */
export function errorResponse(
  { errorOf }: Pick<CallChecks, 'errorOf'>,
  error: unknown,
  onFailure: () => void,
): JsonResponse {
  const known = error instanceof HttpError ? error : errorOf?.(error);
  if (known === undefined) onFailure();
  return known ?? INTERNAL_ERROR;
}
