/** Binds route definitions of `packages/api` to handlers: one adapter for all servers. */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import {
  checkBodyHead,
  isInParts,
  JSON_TYPE,
  readCall,
  type BodyChecks,
  type CallChecks,
  type JsonHandler,
  type JsonResponse,
  type RouteCall,
  type RouteDefinition,
} from '@cairn/api';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { nameRoute } from './observer.ts';
import { sendJson, sendResponse, signalOf } from './responses.ts';

/** What an interface checks before a handler. */
export interface RouteChecks extends CallChecks {
  /** Runs before anything of the request is parsed. @throws HttpError such as a 401 */
  authorize?(route: Pick<RouteDefinition, 'tier'>, request: IncomingMessage): void;
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
  const authorize: RequestHandler = (request, _response, next) => {
    checks.authorize?.(route, request);
    next();
  };
  const receive = route.body && checks.body ? receiveBody(checks.body) : [];
  const respond: RequestHandler = async (request, response) => {
    const { params: segments, url: target } = request;
    const { body } = request as { body?: Uint8Array };
    await handle(readCall(route, checks, { segments, target, body }), request, response);
  };
  bindPath(app, route, checks.methodNotAllowed, authorize, ...receive, respond);
}

/**
 * Binds a route to a function that returns its response, which no cache may store.
 */
export function bindJson<Route extends RouteDefinition>(
  app: Express,
  checks: RouteChecks,
  route: Route,
  read: JsonHandler<Route>,
): void {
  bindRoute(app, checks, route, async (call, _request, response) => {
    const signal = signalOf(response);
    const content = await read(call, signal);
    response.status(route.status).setHeader('Cache-Control', 'no-store');
    if (!isInParts(content)) return sendJson(response, content);
    response.setHeader('Content-Type', JSON_TYPE);
    signal.throwIfAborted(); // the client has left
    // Ends both if the client leaves or the content breaks, which cuts the response off.
    await pipeline(content, response);
  });
}

/** Receives a body, after the checks of the head, with Express's own reader. */
function receiveBody(checks: BodyChecks): RequestHandler[] {
  const read = express.raw({ limit: checks.limit, inflate: false, type: () => true });
  const checkHead: RequestHandler = (request, response, next) => {
    const { 'content-type': type, 'content-encoding': encoding, expect } = request.headers;
    const length = Number(request.headers['content-length'] ?? '0');
    const isEmpty = request.headers['transfer-encoding'] === undefined && length === 0;
    // Not `request.is`, which finds no type in a request without a body; and the reader would read a large one first.
    checkBodyHead(checks, { type, encoding, length, isEmpty });
    if (expect !== undefined) response.writeContinue();
    next();
  };
  return [
    checkHead,
    (request, response, next) =>
      read(request, response, (error) => next(error && errorOfReader(error, checks))),
  ];
}

/** What an error of Express's reader means to the client; another error as it is. */
function errorOfReader(error: { type?: unknown; status?: unknown }, checks: BodyChecks): unknown {
  if (typeof error.type !== 'string') return error;
  if (error.status === 413) return checks.tooLarge;
  return error.status === 415 ? checks.wrongType : checks.malformed(undefined);
}
