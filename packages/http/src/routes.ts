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
import { JSON_TYPE, sendAnswer, sendJson, sendStream, type Answer } from './answers.ts';
import { nameRoute } from './observer.ts';

/** How an interface reports what is wrong with a request. */
export interface RouteErrors {
  /** For another method on a route's path; `Allow` is added. */
  readonly methodNotAllowed: Answer;
  /** For a malformed path parameter. @param code the error of its parser */
  path(code: string): HttpError;
  query(issues: readonly QueryIssue[]): HttpError;
}

/** The first thing that a schema finds wrong with a body; zod's type. */
export type BodyIssue = NonNullable<
  ReturnType<NonNullable<RouteDefinition['body']>['safeParse']>['error']
>['issues'][number];

/** How an interface reads JSON bodies. */
export interface BodyRules {
  /** Bytes. */
  readonly limit: number;
  /** True if a request without a body counts as `{}`. */
  readonly isOptional: boolean;
  readonly tooLarge: HttpError;
  /** For another content type than `application/json`, and for a content encoding. */
  readonly wrongType: HttpError;
  /** @param issue the first of zod's issues; `undefined` for a body that is not JSON in UTF-8 */
  malformed(issue: BodyIssue | undefined): HttpError;
}

/** What the routes of an interface have in common. */
export interface RouteRules {
  readonly errors: RouteErrors;
  /** Absent if no route has a body. */
  readonly body?: BodyRules;
  /** Runs before anything of the request is parsed. @throws HttpError such as a 401 */
  authorize?(route: Pick<RouteDefinition, 'tier'>, request: IncomingMessage, response: ServerResponse): void;
  /** True if a malformed path parameter is reported before a malformed query. */
  readonly isPathFirst?: boolean;
  /** Checks parsed path parameters further. @throws HttpError */
  readonly checkPath?: (values: Readonly<Record<string, unknown>>) => void;
}

/** Answers a parsed request. @throws HttpError with one of the route's codes */
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
  wrongMethod: Answer,
  ...handlers: RequestHandler[]
): void {
  const rejected = { ...wrongMethod, headers: { ...wrongMethod.headers, Allow: method } };
  const checkMethod: RequestHandler = (request, response, next) => {
    nameRoute(request, path);
    if (request.method === method || (hasHead && request.method === 'HEAD')) next();
    else sendAnswer(response, rejected);
  };
  app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), checkMethod, ...handlers);
}

/**
 * Binds a route to its handler, whose input and output are type-checked against the definition. Checks run in this order:
 * method, authorization, content type and size of the body, its JSON, query and path, then those of the handler.
 */
export function bindRoute<Route extends RouteDefinition>(
  app: Express,
  rules: RouteRules,
  route: Route,
  handle: RouteHandler<Route>,
): void {
  const authorize: RequestHandler = (request, response, next) => {
    rules.authorize?.(route, request, response);
    next();
  };
  const receive = route.body && rules.body ? [bodyReceiver(rules.body)] : [];
  const answer: RequestHandler = async (request, response) => {
    const parsed = route.body?.safeParse(request.body ?? {});
    if (parsed?.success === false) throw rules.body!.malformed(parsed.error.issues[0]);
    const body = parsed?.data as RouteBody<Route>;
    const query = parseQuery(route, queryOf(request.url));
    if (!query.ok && !rules.isPathFirst) throw rules.errors.query(query.issues);
    const path = parsePath(route, request.params);
    if (!path.ok) throw rules.errors.path(path.error);
    rules.checkPath?.(path.value);
    if (!query.ok) throw rules.errors.query(query.issues);
    await handle({ ...path.value, ...query.value, body }, request, response);
  };
  bindPath(app, route, rules.errors.methodNotAllowed, authorize, ...receive, answer);
}

/**
 * Binds a route to a function that returns its answer, which no cache may store.
 * @param answer the JSON value, or a stream of its text if it may be large
 */
export function bindAnswer<Route extends RouteDefinition>(
  app: Express,
  rules: RouteRules,
  route: Route,
  answer: (
    ...asked: Parameters<RouteHandler<Route>>
  ) => RouteOutput<Route> | Readable | Promise<RouteOutput<Route> | Readable>,
): void {
  bindRoute(app, rules, route, async (call, request, response) => {
    const content = await answer(call, request, response);
    response.status(route.status).setHeader('Cache-Control', 'no-store');
    if (!(content instanceof Readable)) return sendJson(response, content);
    response.setHeader('Content-Type', JSON_TYPE);
    sendStream(response, content);
  });
}

/** The query of a request target without its `?`; empty if there is none. */
export function queryOf(target: string): string {
  const start = target.indexOf('?');
  if (start === -1) return '';
  const end = target.indexOf('#', start);
  return target.slice(start + 1, end === -1 ? undefined : end);
}

/**
 * Receives the bodies of an interface, with Express's own parser. A client that expects `100 Continue` gets it after the checks of the
 * head.
 */
function bodyReceiver({ limit, isOptional, ...errors }: BodyRules): RequestHandler {
  const parse = express.json({ limit, strict: false, inflate: false, type: () => true });
  return (request, response, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding, expect } = request.headers;
    const refuse = (status: number | undefined): void => {
      if (status === 413) response.setHeader('Connection', 'close'); // the rest of the body stays unread
      next(
        status === 413 ? errors.tooLarge : status === 415 ? errors.wrongType : errors.malformed(undefined),
      );
    };
    if (isOptional && coding === undefined && Number(length) === 0) return next();
    // Not `request.is`, which finds no type in a request without a body.
    if (!/^application\/json[ \t]*(?:;|$)/i.test(request.headers['content-type'] ?? '')) return refuse(415);
    if (Number(length) > limit) return refuse(413); // the parser would read the body first
    if (expect !== undefined) response.writeContinue();
    parse(request, response, (error?: { readonly status?: number }) => {
      if (error === undefined) next();
      else refuse(error.status);
    });
  };
}
