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

/** An error answer that the contract defines, sent with exactly this `status` and `body`: a `JsonResponse`. */
export class HttpError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly status: number;
  /** The complete JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** In addition to those of every response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: Code,
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${code}`);
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** The error codes of an interface: status, and the text for people if the body has a `message`. */
export type ErrorTable = Readonly<Record<string, readonly [status: number, message?: string]>>;

/** Creates an error answer of an interface: `{error, message}`, without `message` for a code that has none, and `data`. */
export type CreateError<Table extends ErrorTable> = <Code extends keyof Table & string>(
  code: Code,
  data?: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
) => HttpError<Code>;

/** Makes the function that creates the error answers of an interface. */
export function createErrors<const Table extends ErrorTable>(table: Table): CreateError<Table> {
  return (code, data, headers) => {
    const [status, message] = table[code]!;
    const body = { error: code, ...(message !== undefined && { message }), ...data };
    return new HttpError(code, status, body, headers);
  };
}
