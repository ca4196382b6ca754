import type * as z from 'zod/mini';

/** Result of parsing: the value, or a literal error code of the interface with the data of its body. */
export type ParseResult<Value, Code extends string, Data = unknown> =
  { readonly ok: true; readonly value: Value } | ({ readonly ok: false; readonly error: Code } & Data);

/**
 * Who may call a route and, on the Explorer API, which data it needs: `core` routes need the chain, `indexed` ones the
 * chain and its index (interface document, section 1.1). On the private RPC, `private` routes require the token,
 * `public` ones do not (interface document, section 5.2). `owner` routes are those of the devnet's control socket,
 * which only its owner can open.
 */
export type RouteTier = 'public' | 'core' | 'indexed' | 'private' | 'owner';

export type RouteMethod = 'GET' | 'POST';

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

/** An integer with bounds, validated as in FastAPI (422 if outside). */
export interface IntegerParameter {
  readonly kind: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  /** Value of an absent parameter; `undefined` if it stays absent. */
  readonly default: number | undefined;
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

/** One of several fixed values, validated as in FastAPI (422 for any other). */
export interface ChoiceParameter {
  readonly kind: 'choice';
  readonly values: readonly [string, string, ...string[]];
  /** Value of an absent parameter; one of `values`. */
  readonly default: string;
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

/**
 * One route of an interface: the single source for the server's adapter, the typed client and the OpenAPI document. `path`
 * is a template with `{name}` for each entry of `params`. The order of `query` is the order of validation errors.
 */
export interface RouteDefinition {
  /** Name of the client's method, and operation ID. */
  readonly id: string;
  readonly tier: RouteTier;
  readonly method: RouteMethod;
  readonly path: string;
  readonly params: Readonly<Record<string, PathParameter>>;
  readonly query: Readonly<Record<string, QueryParameter>>;
  /** Request headers with a meaning for this route, for the OpenAPI document. */
  readonly headers?: Readonly<Record<string, HeaderParameter>>;
  /** JSON body of the request; absent for a route without one. */
  readonly body?: z.ZodMiniType;
  /** Status of a success. */
  readonly status: 200 | 202;
  readonly contentType: RouteContentType;
  readonly response: z.ZodMiniType;
  /** Codes of the interface's error table that this route can answer with. */
  readonly errors: readonly string[];
  readonly summary: string;
  readonly description: string;
}

/** Type-checks a route definition and keeps its literal types. */
export function defineRoute<const Route extends RouteDefinition>(route: Route): Route {
  return route;
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

/** Path parameters as a server's handler receives them: parsed. */
export type RouteParams<Route extends RouteDefinition> = {
  [Name in keyof Route['params']]: Extract<ReturnType<Route['params'][Name]['parse']>, { ok: true }>['value'];
};

/** Query parameters after `validateQuery`: defaults filled in, `undefined` only where there is no default. */
export type RouteQuery<Route extends RouteDefinition> = {
  [Name in keyof Route['query']]: Route['query'][Name] extends { default: number | string }
    ? QueryValue<Route['query'][Name]>
    : QueryValue<Route['query'][Name]> | undefined;
};

/** Input of a client's method: path parameters, body fields, and any of the query parameters, in one object. */
export type RouteInput<Route extends RouteDefinition> = {
  -readonly [Name in keyof Route['params']]: PathValue<Route['params'][Name]>;
} & {
  -readonly [Name in keyof Route['query']]?: QueryValue<Route['query'][Name]> | undefined;
} & (Route extends {
    body: infer Body extends z.ZodMiniType;
  }
    ? z.output<Body>
    : unknown);

/** Body of a success, as a client receives it and a server's handler returns it. */
export type RouteOutput<Route extends RouteDefinition> = Route['contentType'] extends 'application/json'
  ? z.output<Route['response']>
  : Route['contentType'] extends 'application/octet-stream'
    ? Uint8Array
    : never;
