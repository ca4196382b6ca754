/** Finds and calls the handler of a request that no server has received: what a server's frame does, without sockets. */
import {
  type BodyHead,
  type CallChecks,
  checkBodyHead,
  errorResponse,
  isInParts,
  JSON_TYPE,
  type JsonHandler,
  type JsonResponse,
  readCall,
  type RouteCall,
  type RouteDefinition,
} from '@cairn/api/contract';
import type { Log } from '../runtime.ts';

/** A request, without its transport. */
export interface ChainRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

export interface ChainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream for what is long, or has no end. */
  readonly body: Uint8Array | ReadableStream<Uint8Array>;
}

/** Binds a route to its handler of JSON, whatever brings the requests. */
export type BindJson = <Route extends RouteDefinition>(route: Route, read: JsonHandler<Route>) => void;

interface BoundRoute {
  readonly route: RouteDefinition;
  /** Its path, with a group for each parameter. */
  readonly pattern: RegExp;
  readonly handle: (
    request: ChainRequest,
    segments: Readonly<Record<string, string>>,
  ) => Promise<ChainResponse>;
}

const UNCACHED_JSON = { 'Cache-Control': 'no-store', 'Content-Type': JSON_TYPE };
const NO_BODY = new Uint8Array();

/** The routes of one interface. The first that was bound to a path counts. */
export class Dispatcher {
  readonly #checks: CallChecks;
  readonly #logger: Log;
  readonly #routes: BoundRoute[] = [];

  constructor(checks: CallChecks, logger: Log) {
    this.#checks = checks;
    this.#logger = logger;
  }

  /** Binds a route to its handler, whose input is type-checked against the definition. */
  bind<Route extends RouteDefinition>(
    route: Route,
    handle: (call: RouteCall<Route>, request: ChainRequest) => Promise<ChainResponse>,
  ): void {
    const checks = this.#checks;
    const pattern = new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    this.#routes.push({
      route,
      pattern,
      handle: (request, segments) => {
        if (route.body && checks.body) checkBodyHead(checks.body, bodyHeadOf(request));
        return handle(readCall(route, checks, { ...request, segments }), request);
      },
    });
  }

  /** Binds a route to a handler whose response no cache may store. */
  readonly bindJson: BindJson = (route, read) =>
    this.bind(route, async (call, { signal }) => {
      const output = await read(call, signal);
      const body = isInParts(output) ? streamOf(output) : encodeJson(output);
      return { status: route.status, headers: UNCACHED_JSON, body };
    });

  /** Never rejects: an error is a response. The response to HEAD has no body. */
  async dispatch(request: ChainRequest): Promise<ChainResponse> {
    const response = await this.#respond(request);
    return request.method === 'HEAD' ? { ...response, body: NO_BODY } : response;
  }

  async #respond(request: ChainRequest): Promise<ChainResponse> {
    const checks = this.#checks;
    const path = request.target.replace(/[?#].*$/s, '');
    const bound = this.#routes.find(({ pattern }) => pattern.test(path));
    if (bound === undefined) return jsonResponse(checks.notFound);
    const { method, hasHead } = bound.route;
    if (request.method !== method && !(hasHead === true && request.method === 'HEAD')) {
      const { headers, ...rejection } = checks.methodNotAllowed;
      return jsonResponse({ ...rejection, headers: { ...headers, Allow: method } });
    }
    try {
      return await bound.handle(request, segmentsOf(bound.pattern.exec(path)!));
    } catch (error) {
      const route = bound.route.path;
      return jsonResponse(
        errorResponse(checks, error, () => this.#logger.error({ err: error, route }, 'request failed')),
      );
    }
  }
}

/** A JSON response that no cache may store. */
export function jsonResponse({ status, body, headers }: JsonResponse): ChainResponse {
  return { status, headers: { ...UNCACHED_JSON, ...headers }, body: encodeJson(body) };
}

function encodeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Texts as their reader takes them. */
function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = texts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/** Decoded; as they are where a `%` cannot be decoded, so that the route rejects them. */
function segmentsOf({ groups = {} }: RegExpExecArray): Record<string, string> {
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decode(text)]));
}

function bodyHeadOf({ headers, body: { length } }: ChainRequest): BodyHead {
  const { 'content-type': type, 'content-encoding': encoding } = headers;
  return { type, encoding, length, isEmpty: length === 0 };
}
