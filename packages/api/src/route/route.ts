import type * as z from 'zod/mini';
import type { ParseResult } from './parse-result.ts';

/**
 * Who may call a route, and its dependencies: `core` and `indexed` are the tiers of the Explorer API (section 1.1);
 * on the private RPC, `public` needs no token and `private` does (section 5.2); `owner` is who can open the devnet's
 * control socket.
 */
export type RouteTier = 'public' | 'core' | 'indexed' | 'private' | 'owner';

export type RouteMethod = 'GET' | 'POST';

/** Content type of a success. For anything but JSON, the `response` schema only documents and does not validate. */
export type RouteContentType = 'application/json' | 'application/octet-stream' | 'text/event-stream';

/** One `{name}` of a path. */
export interface PathParameter {
  /** `text` is a string; `integer` a number; `reference` either, as with a height or a block ID. */
  readonly kind: 'text' | 'integer' | 'reference';
  readonly description: string;
  /** Regular expression of the accepted values, for the OpenAPI document. */
  readonly pattern: string;
  readonly example: string;
  /** Reads the decoded segment for a server; its error is the code of the route's 400. */
  readonly parse: (text: string) => ParseResult<unknown, string>;
}

/** An integer with bounds, validated as FastAPI does (422 outside of them). */
export interface IntegerParameter {
  readonly kind: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  /** Value of an absent parameter; `undefined`: it stays absent. */
  readonly default: number | undefined;
  readonly description: string;
}

/** An integer that is pulled into its bounds instead of refused (RPC history). */
export interface ClampedIntegerParameter {
  readonly kind: 'clamped';
  readonly minimum: number;
  readonly maximum: number;
  readonly default: number;
  readonly description: string;
}

/** One of a few words, validated as FastAPI does (422 for any other). */
export interface ChoiceParameter {
  readonly kind: 'choice';
  readonly values: readonly [string, string, ...string[]];
  /** Value of an absent parameter; one of `values`. */
  readonly default: string;
  readonly description: string;
}

/** A string that means something to the server only. */
export interface TextParameter {
  readonly kind: 'text';
  readonly description: string;
}

export type QueryParameter = IntegerParameter | ClampedIntegerParameter | ChoiceParameter | TextParameter;

/** A request header that a route reads. A value that does not match is ignored. */
export interface HeaderParameter {
  readonly description: string;
  /** Regular expression of the values that are not ignored, for the OpenAPI document. */
  readonly pattern: string;
  readonly example: string;
}

/**
 * One route of an interface: the single source of server adapter, typed client and OpenAPI document. `path` is a
 * template with `{name}` for each entry of `params`; `query` is in declaration order, which is the order of errors.
 */
export interface RouteDefinition {
  /** Name of the client's method and operation ID. */
  readonly id: string;
  readonly tier: RouteTier;
  readonly method: RouteMethod;
  readonly path: string;
  readonly params: Readonly<Record<string, PathParameter>>;
  readonly query: Readonly<Record<string, QueryParameter>>;
  /** Request headers beyond HTTP's own; for the OpenAPI document. */
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

/** Keeps the literal types of a route while checking that it is one. */
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

/** Type of a parsed path parameter that is a text: an identifier of its kind. */
type IdentifierIn<Parsed> = Parsed extends { value: infer Value extends string } ? Value : string;

type QueryValue<Parameter> = Parameter extends { kind: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : Parameter extends { kind: 'text' }
    ? string
    : number;

/** Path parameters as a server's handler gets them: parsed. */
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
