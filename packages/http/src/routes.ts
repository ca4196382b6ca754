/** Binds route definitions of `packages/api` to handlers: one adapter for all servers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import {
  parsePath,
  parseQuery,
  type HttpError,
  type QueryIssue,
  type RouteBody,
  type RouteCall,
  type RouteDefinition,
  type RouteOutput,
} from '@cairn/api';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { nameRoute } from './observer.ts';
import { JSON_TYPE, sendJson, sendResponse, sendStream, type JsonResponse } from './responses.ts';

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

/** What an interface checks before a handler, and how it reports what is wrong. */
export interface RouteChecks {
  /** For another method on a route's path; `Allow` is added. */
  readonly methodNotAllowed: JsonResponse;
  /** Runs before anything of the request is parsed. @throws HttpError such as a 401 */
  authorize?(route: Pick<RouteDefinition, 'tier'>, request: IncomingMessage, response: ServerResponse): void;
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

/** Responds to a parsed request. @throws HttpError with one of the route's codes */
export type RouteHandler<Route extends RouteDefinition> = (
  call: RouteCall<Route>,
  request: Request,
  response: Response,
) => void | Promise<void>;

/**
 * Binds one path: another method, even HEAD unless the route has it, gets `wrongMethod` with `Allow`.
 * @param handlers run in order for the right method
 */
export function bindPath(
  app: Express,
  { method, path, hasHead = false }: Pick<RouteDefinition, 'method' | 'path' | 'hasHead'>,
  wrongMethod: JsonResponse,
  ...handlers: RequestHandler[]
): void {
  const rejection = { ...wrongMethod, headers: { ...wrongMethod.headers, Allow: method } };
  const checkMethod: RequestHandler = (request, response, next) => {
    nameRoute(request, path);
    if (request.method === method || (hasHead && request.method === 'HEAD')) next();
    else sendResponse(response, rejection);
  };
  app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), checkMethod, ...handlers);
}

/**
 * Binds a route to its handler, whose input and output are type-checked against the definition. Checks run in this order:
 * method, authorization, content type and size of the body, its JSON, query and path, then those of the handler.
 */
export function bindRoute<Route extends RouteDefinition>(
  app: Express,
  checks: RouteChecks,
  route: Route,
  handle: RouteHandler<Route>,
): void {
  const authorize: RequestHandler = (request, response, next) => {
    checks.authorize?.(route, request, response);
    next();
  };
  const receive = route.body && checks.body ? receiveJson(checks.body) : [];
  const respond: RequestHandler = async (request, response) => {
    const parsed = route.body?.safeParse(request.body ?? {});
    if (parsed?.success === false) throw checks.body!.malformed(parsed.error.issues[0]);
    const body = parsed?.data as RouteBody<Route>;
    const query = parseQuery(route, queryOf(request.url));
    if (!query.ok && !checks.isPathFirst) throw checks.queryError(query.issues);
    const path = parsePath(route, request.params);
    if (!path.ok) throw checks.pathError(path.error);
    checks.checkPath?.(path.value);
    if (!query.ok) throw checks.queryError(query.issues);
    await handle({ ...path.value, ...query.value, body }, request, response);
  };
  bindPath(app, route, checks.methodNotAllowed, authorize, ...receive, respond);
}

/**
 * Binds a route to a function that returns its response, which no cache may store.
 * @param read the JSON value, or a stream of its text if it may be large
 */
export function bindJson<Route extends RouteDefinition>(
  app: Express,
  checks: RouteChecks,
  route: Route,
  read: (
    ...call: Parameters<RouteHandler<Route>>
  ) => RouteOutput<Route> | Readable | Promise<RouteOutput<Route> | Readable>,
): void {
  bindRoute(app, checks, route, async (call, request, response) => {
    const content = await read(call, request, response);
    response.status(route.status).setHeader('Cache-Control', 'no-store');
    if (!(content instanceof Readable)) return sendJson(response, content);
    response.setHeader('Content-Type', JSON_TYPE);
    sendStream(response, content);
  });
}

/** The query of a request target without its `?`; empty if there is none. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? '';
}

/** Receives a body with Express's own parser, whose errors `apiErrorHandlers` maps, after the checks of the head. */
function receiveJson({ limit, isOptional, ...errors }: NonNullable<RouteChecks['body']>): RequestHandler[] {
  const checkHead: RequestHandler = (request, response, next) => {
    const { 'content-type': type = '', 'content-length': length = '0', expect } = request.headers;
    const isEmpty = request.headers['transfer-encoding'] === undefined && Number(length) === 0;
    // Not `request.is`, which finds no type in a request without a body.
    if (!(isOptional && isEmpty) && !/^application\/json[ \t]*(?:;|$)/i.test(type)) throw errors.wrongType;
    if (Number(length) > limit) throw errors.tooLarge; // the parser would read the body first
    if (expect !== undefined) response.writeContinue();
    next();
  };
  return [checkHead, express.json({ limit, strict: false, inflate: false, type: () => true })];
}
