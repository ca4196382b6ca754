/** What a route is: one definition drives the server's adapter, the typed client and the OpenAPI document. */
import * as z from 'zod/mini';

/**
 * Who may call a route and, on the Explorer API, which data it needs: `core` routes need the chain, `indexed` ones the
 * chain and its index (interface document, section 1.1). On the private RPC, `private` routes require the token,
 * `public` ones do not (interface document, section 5.2); on the gateway, the session's cookie. `owner` routes are those of the devnet's control socket,
 * which only its owner can open.
 */
export type RouteTier = 'public' | 'core' | 'indexed' | 'private' | 'owner';

/** Content type of a success. The `response` schema validates JSON only; for the other types it is documentation. */
export type RouteContentType = 'application/json' | 'application/octet-stream' | 'text/event-stream';

/** Parameters by name, each with its schema; the order is that of validation errors. */
type Parameters = z.ZodMiniObject;

/** One route of an interface. `path` has a `{name}` for each entry of `params`. */
export interface RouteDefinition {
  /** Name of the client's method, and operation ID. */
  readonly id: string;
  readonly tier: RouteTier;
  readonly method: 'GET' | 'POST';
  /** True if HEAD is answered too, as probes use it. */
  readonly hasHead?: boolean;
  readonly path: string;
  readonly params: Parameters;
  readonly query: Parameters;
  /** Request headers that the route reads, for the OpenAPI document. */
  readonly headers?: Parameters;
  /** JSON body of the request; absent for a route without one. */
  readonly body?: z.ZodMiniType;
  /** Status of a success. */
  readonly status: 200 | 202;
  readonly contentType: RouteContentType;
  readonly response: z.ZodMiniType;
  /** Codes of the interface's error table that this route can answer with, in addition to those of its tier. */
  readonly errors: readonly string[];
  /** For the OpenAPI document. */
  readonly summary: string;
  /** Absent where it is written in `openapi.ts`, because it is long and browsers load this. */
  readonly description?: string;
}

const NO_PARAMETERS = z.object({});
const DEFAULTS = {
  method: 'GET',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  status: 200,
  contentType: 'application/json',
  errors: [],
} as const;
type Defaults = typeof DEFAULTS;

/** A route as it is written down: its ID is its name in the table, and the defaults may be left out. */
type Written = Omit<RouteDefinition, 'id' | keyof Defaults> & Partial<Pick<RouteDefinition, keyof Defaults>>;
type Defined<Id, Route> = Route & Omit<Defaults, keyof Route> & { readonly id: Id };

/** Type-checks a table of route definitions, and completes them: a GET without parameters that answers 200 with JSON. */
export function defineRoutes<const Table extends Readonly<Record<string, Written>>>(
  table: Table,
): { readonly [Id in keyof Table]: Defined<Id, Table[Id]> } {
  const routes = Object.entries(table).map(([id, route]) => [id, { ...DEFAULTS, ...route, id }]);
  return Object.fromEntries(routes) as { readonly [Id in keyof Table]: Defined<Id, Table[Id]> };
}

/** The JSON body of a request, parsed; `undefined` for a route without one. */
export type RouteBody<Route extends RouteDefinition> = Route extends {
  body: infer Body extends z.ZodMiniType;
}
  ? z.output<Body>
  : undefined;

/** The fields of an object; none where zod gives an object without fields an index signature. */
type FieldsOf<Values> = string extends keyof Values ? unknown : Values;

/** What a server's handler receives: path and query parameters by name, and the body. */
export type RouteCall<Route extends RouteDefinition> = FieldsOf<z.output<Route['params']>> &
  FieldsOf<z.output<Route['query']>> & { readonly body: RouteBody<Route> };

/** Input of a client's method: path parameters, body fields, and any of the query parameters, in one object. */
export type RouteInput<Route extends RouteDefinition> = Flat<
  FieldsOf<z.input<Route['params']>> &
    Partial<FieldsOf<z.input<Route['query']>>> &
    (Route extends { body: infer Body extends z.ZodMiniType } ? z.output<Body> : unknown)
>;
type Flat<Type> = Type extends infer Known ? { [Name in keyof Known]: Known[Name] } : never;

/** Body of a success, as a client receives it and a server's handler returns it. */
export type RouteOutput<Route extends RouteDefinition> = Route['contentType'] extends 'application/json'
  ? z.output<Route['response']>
  : Route['contentType'] extends 'application/octet-stream'
    ? Uint8Array
    : never;

/**
 * Parses the path segments matched by a router.
 * @param segments decoded, by parameter name
 * @returns the values, or the error code of the first malformed one
 */
export function parsePath<Route extends RouteDefinition>(
  { params }: Route,
  segments: Readonly<Record<string, string | string[] | undefined>>,
): { ok: true; value: z.output<Route['params']> } | { ok: false; error: string } {
  const parsed = params.safeParse(segments);
  if (!parsed.success) return { ok: false, error: parsed.error.issues[0]!.message };
  return { ok: true, value: parsed.data as z.output<Route['params']> };
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

export type QueryResult<Query> =
  | { readonly ok: true; readonly value: Query }
  | { readonly ok: false; readonly issues: readonly QueryIssue[] };

/**
 * Parses a request's query (API-DECISIONS): the last of a repeated parameter counts, unknown ones are ignored, and an empty
 * value is not an absent one.
 * @param rawQuery the undecoded text after `?`; empty for none
 * @returns the values, or the issues in the order of the declaration
 */
export function parseQuery<Route extends RouteDefinition>(
  { query }: Route,
  rawQuery: string,
): QueryResult<z.output<Route['query']>> {
  // The leading ampersand keeps a second question mark part of the first name.
  const given: Record<string, string> = Object.fromEntries(new URLSearchParams(`&${rawQuery}`));
  const parsed = query.safeParse(given);
  if (parsed.success) return { ok: true, value: parsed.data as z.output<Route['query']> };
  const issues = Object.keys(query.shape).flatMap((name): QueryIssue[] => {
    const issue = parsed.error.issues.find(({ path }) => path[0] === name);
    if (issue === undefined) return [];
    const { type, msg, ctx } = describeIssue(issue);
    return [{ type, loc: ['query', name], msg, input: given[name] ?? '', ...(ctx && { ctx }) }];
  });
  return { ok: false, issues };
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

/** An error answer that the contract defines, sent with exactly this `status` and `body`. */
export class HttpError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly status: number;
  /** The complete JSON body. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(code: Code, status: number, body: Readonly<Record<string, unknown>>) {
    super(`${status} ${code}`);
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

/** The error codes of an interface: status, and the text for people if the body has a `message`. */
export type ErrorTable = Readonly<Record<string, readonly [status: number, message?: string]>>;

/** Creates an error answer of an interface: `{error, message}`, without `message` for a code that has none, and `data`. */
export type CreateError<Table extends ErrorTable> = <Code extends keyof Table & string>(
  code: Code,
  data?: Readonly<Record<string, unknown>>,
) => HttpError<Code>;

/** Makes the function that creates the error answers of an interface. */
export function createErrors<const Table extends ErrorTable>(table: Table): CreateError<Table> {
  return (code, data = {}) => {
    const [status, message] = table[code]!;
    return new HttpError(code, status, { error: code, ...(message !== undefined && { message }), ...data });
  };
}
