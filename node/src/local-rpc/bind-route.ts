import { Readable } from 'node:stream';
import { parsePathTemplate, parseRawQuery } from '@cairn/api';
import { RPC_LIMITS, rpcError, unauthorized } from '@cairn/api/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { JSON_TYPE, sendJson } from '../http/answers.ts';
import { queryOf } from '../http/request-target.ts';
import type { BearerCheck } from './bearer.ts';
import type { RpcRoute, RpcServices } from './rpc-route.ts';

/**
 * The one adapter from the contract's definitions to Fastify. Order of checks: route, authentication, content type and
 * size, and then what the route itself looks at.
 */
export function bindRoute(
  app: FastifyInstance,
  { route, answer }: RpcRoute,
  services: RpcServices,
  isAuthorized: BearerCheck,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const content = await answer(services, {
      params: request.params as Record<string, string>,
      query: parseRawQuery(queryOf(request.url)),
      body: bodyOf(request),
    });
    reply.code(route.status).header('Cache-Control', 'no-store');
    if (content instanceof Readable) return reply.header('Content-Type', JSON_TYPE).send(content);
    return sendJson(reply, JSON.stringify(content));
  };
  const onRequest = [refuseEmptySegments, ...(route.tier === 'public' ? [] : [requireBearer(isAuthorized)])];
  app.register((scope, _options, done) => {
    if (route.method === 'POST') acceptJson(scope);
    scope.route({ method: route.method, url: parsePathTemplate(route.path).fastify, onRequest, handler });
    done();
  });
}

/** The contract's templates match no empty segment, Fastify's do. */
const refuseEmptySegments: onRequestHookHandler = (request, reply, done) => {
  if (Object.values(request.params as Record<string, string>).includes('')) reply.callNotFound();
  else done();
};

function requireBearer(isAuthorized: BearerCheck): onRequestHookHandler {
  return (request, reply, done) => {
    if (isAuthorized(request.raw)) {
      done();
      return;
    }
    reply.header('WWW-Authenticate', 'Bearer');
    done(unauthorized());
  };
}

/** Takes `application/json` up to the contract's size and leaves the reading to the route. */
function acceptJson(scope: FastifyInstance): void {
  const options = { parseAs: 'buffer', bodyLimit: RPC_LIMITS.bodyBytes } as const;
  scope.addContentTypeParser(JSON_TYPE, options, (_request, body, done) => done(null, body));
}

/** @throws HttpError 415 where a submission came without a content type, and so without a body */
function bodyOf({ body, method }: FastifyRequest): Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (method === 'POST') throw rpcError('unsupported_media_type');
  return NOTHING;
}

const NOTHING = new Uint8Array();
