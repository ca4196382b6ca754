import { Readable } from 'node:stream';
import {
  parsePathValues,
  type RouteDefinition,
  type RouteOutput,
  type RouteParams,
  type RouteQuery,
} from '@cairn/api';
import { parseRpcQuery, RPC_LIMITS, rpcError, unauthorized, type RpcPlainErrorCode } from '@cairn/api/rpc';
import { bindPath, JSON_TYPE, queryOf, sendAnswer, sendJson, sendStream } from '@cairn/http';
import { isValidAddress } from '@cairn/protocol';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { BearerCheck } from './access.ts';
import type { RpcContext } from './context.ts';
import type { HistoryCursors } from './history-cursor.ts';

/** The objects that the route handlers use. */
export interface RpcServices {
  readonly context: RpcContext;
  readonly cursors: HistoryCursors;
}

/** A handler's input: parsed path and query values by name, and the raw body (empty for GET). */
export type RpcInput<Route extends RouteDefinition> = RouteParams<Route> &
  RouteQuery<Route> & { readonly body: Uint8Array };

/** A route of the contract and its handler. */
export interface RpcRoute<Route extends RouteDefinition = RouteDefinition> {
  readonly route: Route;
  /**
   * @returns the answer, or a stream of its JSON text if it may be large
   * @throws HttpError with one of the route's codes
   */
  readonly answer: (services: RpcServices, input: RpcInput<Route>) => Promise<RouteOutput<Route> | Readable>;
}

/** Pairs a route with its handler, which is type-checked against the contract. */
export function rpcRoute<Route extends RouteDefinition>(
  route: Route,
  answer: RpcRoute<Route>['answer'],
): RpcRoute {
  return { route, answer } as unknown as RpcRoute;
}

const METHOD_NOT_ALLOWED = rpcError('method_not_allowed');

/**
 * Adds a route of `packages/api` and its handler to the app. Checks run in this order: bearer token (unless the route is
 * public), size and content type of the body, path and query, then those of the handler.
 */
export function bindRoute(
  app: Express,
  { route, answer }: RpcRoute,
  services: RpcServices,
  isAuthorized: BearerCheck,
): void {
  const checks: RequestHandler[] = [];
  if (route.tier !== 'public') checks.push(requireBearer(isAuthorized));
  if (route.method === 'POST') checks.push(refuseLargeBody, readJsonBody, requireBody);
  bindPath(app, route, METHOD_NOT_ALLOWED, ...checks, async (request, response) => {
    const content = await answer(services, readInput(route, request, services));
    response.status(route.status).setHeader('Cache-Control', 'no-store');
    if (!(content instanceof Readable)) return sendJson(response, content);
    response.setHeader('Content-Type', JSON_TYPE);
    sendStream(response, content);
  });
}

function requireBearer(isAuthorized: BearerCheck): RequestHandler {
  return (request, response, next) => {
    if (isAuthorized(request)) return next();
    response.setHeader('WWW-Authenticate', 'Bearer');
    next(unauthorized());
  };
}

/**
 * Refuses a body as soon as its stated length or its received bytes exceed the limit; `express.raw` would first receive all of
 * it. A client that expects `100 Continue` gets it here, after the checks that need no body.
 */
const refuseLargeBody: RequestHandler = (request, response, next) => {
  if (!request.is(JSON_TYPE)) return next();
  const { status, body } = rpcError('request_too_large');
  const refuse = (): void => sendAnswer(response, { status, body, headers: { Connection: 'close' } });
  if (Number(request.headers['content-length']) > RPC_LIMITS.bodyBytes) return refuse();
  if (request.headers.expect !== undefined) response.writeContinue();
  let received = 0;
  request.on('data', (chunk: Uint8Array) => {
    received += chunk.length;
    if (received > RPC_LIMITS.bodyBytes && !response.headersSent) refuse();
  });
  next();
};

/** Reads `application/json` as bytes, up to the contract's size; the route parses them. */
const readJsonBody = express.raw({ type: JSON_TYPE, limit: RPC_LIMITS.bodyBytes, inflate: false });

/** Refuses a request whose body `readJsonBody` skipped because its content type is missing or not JSON. */
const requireBody: RequestHandler = (request, _response, next) => {
  next(request.body instanceof Uint8Array ? undefined : rpcError('unsupported_media_type'));
};

/** @throws HttpError 400 with the parameter's code */
function readInput<Route extends RouteDefinition>(
  route: Route,
  request: Request,
  { context }: RpcServices,
): RpcInput<Route> {
  const path = parsePathValues(route, request.params);
  if (!path.ok) throw rpcError(path.error as RpcPlainErrorCode);
  const { address } = path.value as { address?: string };
  if (address !== undefined && !isValidAddress(address, context.chain.network)) {
    throw rpcError('invalid_address');
  }
  const query = parseRpcQuery(route, queryOf(request.url));
  if (!query.ok) throw rpcError(query.error);
  return { ...path.value, ...query.value, body: (request.body as Uint8Array | undefined) ?? EMPTY_BODY };
}

const EMPTY_BODY = new Uint8Array();
