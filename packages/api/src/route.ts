/** What a route is: one definition drives the server's adapter, the typed client and the OpenAPI document. */
import type * as z from 'zod/mini';

/** Result of parsing: the value, or a literal error code of the interface. */
export type ParseResult<Value, Code extends string> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Code };

/**
 * Who may call a route and, on the Explorer API, which data it needs: `core` routes need the chain, `indexed` ones the
 * chain and its index (interface document, section 1.1). On the private RPC, `private` routes require the token,
 * `public` ones do not (interface document, section 5.2). `owner` routes are those of the devnet's control socket,
 * which only its owner can open.
 */
export type RouteTier = 'public' | 'core' | 'indexed' | 'private' | 'owner';

/** Content type of a success. The `response` schema validates JSON only; for the other types it is documentation. */
export type RouteContentType = 'application/json' | 'application/octet-stream' | 'text/event-stream';

/** A path parameter: `{name}` in the route's path. */
export interface PathParameter {
  /** `text` is a string, `integer` a number, `reference` either, such as a height or a block ID. */
  readonly kind: 'text' | 'integer' | 'reference';
  readonly description: string;
  /** Regular expression of the accepted values, for the OpenAPI document. */
  readonly pattern: string;
  readonly example: string;
  /** Parses the decoded segment, for servers; its error is the code of the route's 400. */
  readonly parse: (text: string) => ParseResult<unknown, string>;
}

/** An integer with bounds: 422 outside of them. */
export interface IntegerParameter {
  readonly kind: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  /** Value of an absent parameter; `undefined` if it stays absent. */
  readonly default: number | undefined;
  /** Name of a later parameter that must not be smaller. */
  readonly notAfter?: string;
  readonly description: string;
}

/** An integer that is clamped to its bounds: the `limit` of the RPC's history. */
export interface ClampedIntegerParameter {
  readonly kind: 'clamped';
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
  readonly description: string;
}

/** One of several fixed words: 422 for any other. */
export interface ChoiceParameter {
  readonly kind: 'choice';
  readonly values: readonly [string, string, ...string[]];
  /** Value of an absent parameter, one of `values`; `undefined` if it stays absent. */
  readonly default: string | undefined;
  readonly description: string;
}

/** A string, passed on without validation. */
export interface TextParameter {
  readonly kind: 'text';
  readonly description: string;
}

export type QueryParameter = IntegerParameter | ClampedIntegerParameter | ChoiceParameter | TextParameter;

/** A request header that a route reads. A value that does not match is ignored. */
export interface HeaderParameter {
  readonly description: string;
  /** Regular expression of the accepted values, for the OpenAPI document. */
  readonly pattern: string;
  readonly example: string;
}

/** One route of an interface. `path` has a `{name}` for each entry of `params`. */
export interface RouteDefinition {
  /** Name of the client's method, and operation ID. */
  readonly id: string;
  readonly tier: RouteTier;
  readonly method: 'GET' | 'POST';
  /** True if HEAD is answered too, as probes use it. */
  readonly hasHead?: boolean;
  readonly path: string;
  readonly params: Readonly<Record<string, PathParameter>>;
  /** The order is that of validation errors. */
  readonly query: Readonly<Record<string, QueryParameter>>;
  readonly headers?: Readonly<Record<string, HeaderParameter>>;
  /** JSON body of the request; absent for a route without one. */
  readonly body?: z.ZodMiniType;
  /** Status of a success. */
  readonly status: 200 | 202;
  readonly contentType: RouteContentType;
  readonly response: z.ZodMiniType;
  /** Codes of the interface's error table that this route can answer with, in addition to those of its tier. */
  readonly errors: readonly string[];
  readonly summary: string;
  readonly description: string;
}

const DEFAULTS = {
  method: 'GET',
  params: {},
  query: {},
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

type PathValue<Parameter> = Parameter extends { kind: 'integer' }
  ? number
  : Parameter extends { kind: 'reference' }
    ? string | number
    : Parameter extends { parse: (text: string) => infer Result }
      ? IdentifierIn<Extract<Result, { ok: true }>>
      : string;

/** Type of a parsed `text` parameter, such as a branded identifier. */
type IdentifierIn<Parsed> = Parsed extends { value: infer Value extends string } ? Value : string;

type QueryValue<Parameter> = Parameter extends { kind: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : Parameter extends { kind: 'text' }
    ? string
    : number;

/** Path parameters, parsed. */
export type RouteParams<Route extends RouteDefinition> = {
  [Name in keyof Route['params']]: Extract<ReturnType<Route['params'][Name]['parse']>, { ok: true }>['value'];
};

/** Query parameters, parsed: defaults filled in, `undefined` only where there is no default. */
export type RouteQuery<Route extends RouteDefinition> = {
  [Name in keyof Route['query']]: Route['query'][Name] extends { default: number | string }
    ? QueryValue<Route['query'][Name]>
    : QueryValue<Route['query'][Name]> | undefined;
};

/** The JSON body of a request, parsed; `undefined` for a route without one. */
export type RouteBody<Route extends RouteDefinition> = Route extends {
  body: infer Body extends z.ZodMiniType;
}
  ? z.output<Body>
  : undefined;

/** What a server's handler receives: path and query parameters by name, and the body. */
export type RouteCall<Route extends RouteDefinition> = RouteParams<Route> &
  RouteQuery<Route> & { readonly body: RouteBody<Route> };

/** Input of a client's method: path parameters, body fields, and any of the query parameters, in one object. */
export type RouteInput<Route extends RouteDefinition> = {
  -readonly [Name in keyof Route['params']]: PathValue<Route['params'][Name]>;
} & {
  -readonly [Name in keyof Route['query']]?: QueryValue<Route['query'][Name]> | undefined;
} & (Route extends { body: infer Body extends z.ZodMiniType } ? z.output<Body> : unknown);

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
  route: Route,
  segments: Readonly<Record<string, string | string[] | undefined>>,
): ParseResult<RouteParams<Route>, string> {
  const values: Record<string, unknown> = {};
  for (const [name, { parse }] of Object.entries(route.params)) {
    const parsed = parse(String(segments[name]));
    if (!parsed.ok) return parsed;
    values[name] = parsed.value;
  }
  return { ok: true, value: values as RouteParams<Route> };
}

/**
 * Fills in the parameters of a path, percent-encoded.
 * @throws TypeError for a value that cannot be a path segment: empty, `.` or `..`, which URL parsers remove
 */
export function fillPath(
  template: string,
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '');
    if (text === '' || text === '.' || text === '..') {
      throw new TypeError(`path parameter ${name} cannot be ${JSON.stringify(text)}`);
    }
    return encodeURIComponent(text);
  });
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
  route: Route,
  rawQuery: string,
): QueryResult<RouteQuery<Route>> {
  // The leading ampersand keeps a second question mark part of the first name.
  const given = new Map(rawQuery === '' ? [] : new URLSearchParams(`&${rawQuery}`));
  const value: Record<string, number | string | undefined> = {};
  const found = new Map<string, ValueIssue>();
  const parameters = Object.entries<QueryParameter>(route.query);
  for (const [name, parameter] of parameters) {
    const text = given.get(name);
    const parsed = text === undefined ? absentValue(parameter) : parseValue(parameter, text);
    if (typeof parsed === 'object') found.set(name, parsed);
    else value[name] = parsed;
  }
  for (const [name, parameter] of parameters) {
    const later = parameter.kind === 'integer' ? parameter.notAfter : undefined;
    if (later === undefined || !(Number(value[name]) > Number(value[later]))) continue;
    found.set(name, { type: 'value_error', msg: `Value error, ${name} must not be after ${later}` });
  }
  if (found.size === 0) return { ok: true, value: value as RouteQuery<Route> };
  const issues = parameters.flatMap(([name]): QueryIssue[] => {
    const issue = found.get(name);
    if (issue === undefined) return [];
    const { type, msg, ctx } = issue;
    return [{ type, loc: ['query', name], msg, input: given.get(name) ?? '', ...(ctx && { ctx }) }];
  });
  return { ok: false, issues };
}

function absentValue(parameter: QueryParameter): number | string | undefined {
  return parameter.kind === 'text' ? undefined : parameter.default;
}

type ValueIssue = Pick<QueryIssue, 'type' | 'msg' | 'ctx'>;

function parseValue(parameter: QueryParameter, text: string): number | string | ValueIssue {
  if (parameter.kind === 'text') return text;
  if (parameter.kind === 'choice') return parseChoice(parameter, text);
  const isClamped = parameter.kind === 'clamped';
  if (!(isClamped ? /^-?[0-9]+$/ : /^[+-]?[0-9]+$/).test(text)) return NOT_AN_INTEGER;
  const value = Number(text);
  if (!isClamped) return checkBounds(parameter, value);
  return Math.min(Math.max(value, parameter.minimum), parameter.maximum);
}

const NOT_AN_INTEGER: ValueIssue = {
  type: 'int_parsing',
  msg: 'Input should be a valid integer, unable to parse string as an integer',
};

/** @param value inexact above 2^53, which does not matter: every bound is far below */
function checkBounds({ minimum, maximum }: IntegerParameter, value: number): number | ValueIssue {
  if (value > maximum) {
    const msg = `Input should be less than or equal to ${maximum}`;
    return { type: 'less_than_equal', msg, ctx: { le: maximum } };
  }
  if (value < minimum) {
    const msg = `Input should be greater than or equal to ${minimum}`;
    return { type: 'greater_than_equal', msg, ctx: { ge: minimum } };
  }
  return value + 0; // not −0
}

function parseChoice({ values }: ChoiceParameter, text: string): string | ValueIssue {
  if (values.includes(text)) return text;
  const quoted = values.map((value) => `'${value}'`);
  const expected = `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return { type: 'literal_error', msg: `Input should be ${expected}`, ctx: { expected } };
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
