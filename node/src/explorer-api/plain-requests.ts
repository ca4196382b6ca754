import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../http/answers.ts';
import { nameRoute } from '../http/http-observer.ts';
import { ReplyBatch } from '../http/reply-batch.ts';
import { COMPRESSION_THRESHOLD, VARY } from './caching.ts';
import type { ExplorerRoute } from './explorer-route.ts';
import { KnownCopies } from './known-copies.ts';
import { respond, type AskedOf, type ExplorerServices, type Response } from './respond.ts';

/** A route, and the name of the one parameter that its path may have. */
interface PlainRoute {
  readonly binding: ExplorerRoute;
  readonly parameter: string | undefined;
}

/** The routes `/api/v1/a`, `/api/v1/a/{b}` and `/api/v1/a/{b}/c` of an `a`. */
interface RouteGroup {
  all?: PlainRoute;
  one?: PlainRoute;
  /** By the last part. */
  readonly below: Map<string, PlainRoute>;
}

/** A parameter's value with nothing to decode. */
const PLAIN_VALUE = /^[0-9A-Za-z]+$/;
const TEMPLATE = /^\/api\/v1\/([a-z]+)(?:\/\{(\w+)\}(?:\/([a-z]+))?)?$/;

/**
 * Answers requests in the form in which nearly all of them come straight from `node:http`: a GET of a JSON route without
 * escapes in its path, from no other origin's page, that succeeds and is not to be compressed. That spares the routing
 * and the hooks that all others go through, about half of what a look-up costs. Fastify gets every other request, and
 * also those that come to an error, so that there is one place for errors. Both send what `respond` says.
 */
export function answerPlainRequests(
  app: FastifyInstance,
  bindings: readonly ExplorerRoute[],
  services: ExplorerServices,
): void {
  const routes = plainRoutes(bindings);
  const replies = new ReplyBatch();
  const copies = services.context.openMoment === undefined ? new KnownCopies(services.versions) : undefined;
  const [others] = app.server.listeners('request') as RequestListener[];
  let isClosing = false;
  // Fastify tells clients to close their connections then.
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  // Both are answered on the socket itself, behind the answers that are known to what was asked there before.
  for (const event of ['clientError', 'connect']) app.server.prependListener(event, () => replies.flush());
  app.server.removeListener('request', others!);
  app.server.on('request', (request, response) => {
    const pass = (): void => others!.call(app.server, request, response);
    if (isClosing || !answer(routes, services, { request, response, replies, copies, pass })) pass();
  });
}

function plainRoutes(bindings: readonly ExplorerRoute[]): ReadonlyMap<string, RouteGroup> {
  const groups = new Map<string, RouteGroup>();
  for (const binding of bindings) {
    const match = TEMPLATE.exec(binding.route.path);
    if (match === null || binding.route.contentType !== 'application/json') continue;
    const [, first, parameter, last] = match;
    const group = groups.get(first!) ?? { below: new Map<string, PlainRoute>() };
    groups.set(first!, group);
    const route = { binding, parameter };
    if (parameter === undefined) group.all = route;
    else if (last === undefined) group.one = route;
    else group.below.set(last, route);
  }
  return groups;
}

/** @param parts of a path, between its slashes: nothing, `api`, `v1` and what follows */
function findRoute(
  groups: ReadonlyMap<string, RouteGroup>,
  parts: readonly string[],
): PlainRoute | undefined {
  if (parts[0] !== '' || parts[1] !== 'api' || parts[2] !== 'v1') return undefined;
  const group = groups.get(parts[3]!);
  if (group === undefined || parts.length === 4) return group?.all;
  if (!PLAIN_VALUE.test(parts[4]!)) return undefined;
  if (parts.length === 5) return group.one;
  return parts.length === 6 ? group.below.get(parts[5]!) : undefined;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly replies: ReplyBatch;
  /** Absent where each answer is of a moment of a database. */
  readonly copies: KnownCopies | undefined;
  /** Leaves the request to Fastify. */
  readonly pass: () => void;
}

/** @returns whether the request is taken; its answer may come later */
function answer(
  routes: ReadonlyMap<string, RouteGroup>,
  services: ExplorerServices,
  exchange: Exchange,
): boolean {
  const { method, url, headers } = exchange.request;
  if (method !== 'GET' || headers.host === undefined || headers.origin !== undefined) return false;
  const ifNoneMatch = headers['if-none-match'];
  try {
    const copy = ifNoneMatch === undefined ? undefined : exchange.copies?.find(url!, ifNoneMatch);
    if (copy !== undefined) return send(exchange, copy.binding, copy.response);
    const plain = readTarget(routes, url!, ifNoneMatch);
    return plain !== undefined && answerFrom(services, exchange, plain);
  } catch {
    return false; // Fastify comes to the same error, and says it
  }
}

/** What a request asks of a plain route. */
interface PlainQuestion {
  readonly route: PlainRoute;
  readonly asked: AskedOf;
}

function readTarget(
  routes: ReadonlyMap<string, RouteGroup>,
  target: string,
  ifNoneMatch: string | undefined,
): PlainQuestion | undefined {
  if (target.includes('#')) return undefined; // no client sends one, and all that follows it means nothing
  const queryStart = target.indexOf('?');
  const parts = (queryStart === -1 ? target : target.slice(0, queryStart)).split('/');
  const route = findRoute(routes, parts);
  if (route === undefined) return undefined;
  const query = queryStart === -1 ? '' : target.slice(queryStart + 1);
  const params = route.parameter === undefined ? NONE : { [route.parameter]: parts[4]! };
  return { route, asked: { target, query, params, ifNoneMatch } };
}

function answerFrom(
  services: ExplorerServices,
  exchange: Exchange,
  { route: { binding }, asked }: PlainQuestion,
): boolean {
  const response = respond(binding, services, asked);
  const leave = (): false => {
    services.settled.set(exchange.request, response);
    return false;
  };
  if (!(response instanceof Promise)) {
    if (response.type === 'unchanged') exchange.copies?.keep(asked.target, { binding, response });
    return send(exchange, binding, response) || leave();
  }
  const passOn = (): void => {
    leave();
    exchange.pass();
  };
  response.then(
    (known) => send(exchange, binding, known) || passOn(),
    () => passOn(),
  );
  return true;
}

const NONE = {};

/** @returns false, with nothing sent, for what Fastify has to send */
function send({ request, response, replies }: Exchange, { route }: ExplorerRoute, known: Response): boolean {
  if (known.type !== 'unchanged' && known.type !== 'json') return false;
  const head = [
    'x-content-type-options',
    'nosniff',
    'vary',
    VARY,
    'etag',
    known.tag,
    'cache-control',
    known.cacheControl,
  ];
  if (known.type === 'json') {
    const { length } = known.body;
    if (length >= COMPRESSION_THRESHOLD && request.headers['accept-encoding'] !== undefined) return false;
    head.push('content-type', JSON_TYPE, 'content-length', String(length));
  }
  nameRoute(request, route.path);
  if (known.type === 'json') replies.add(response, 200, head, known.body);
  else replies.add(response, 304, head);
  return true;
}
