import { parsePathTemplate } from '@cairn/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer, sendJson } from '../http/answers.ts';
import { queryOf } from '../http/request-target.ts';
import type { BlockBytes } from '../whole-blocks/block-bytes.ts';
import { sendUnchanged, setValidators } from './conditional.ts';
import type { ExplorerRoute } from './explorer-route.ts';
import { respond, type ExplorerServices, type Response } from './respond.ts';

/** The adapter from the contract's definitions to Fastify, for requests of any form; see also `plain-requests.ts`. */
export function bindRoute(app: FastifyInstance, binding: ExplorerRoute, services: ExplorerServices): void {
  const { route } = binding;
  app.route({
    method: route.method,
    url: parsePathTemplate(route.path).fastify,
    handler: createHandler(binding, services),
    // A block's bytes are mostly hashes and signatures.
    ...(route.contentType === 'application/octet-stream' && { compress: false }),
  });
}

function createHandler(
  binding: ExplorerRoute,
  services: ExplorerServices,
): (request: FastifyRequest, reply: FastifyReply) => unknown {
  return (request, reply) => {
    const params = request.params as Record<string, string>;
    // The contract's templates match no empty segment, Fastify's do.
    if (Object.values(params).includes('')) return reply.callNotFound();
    const response =
      services.settled.get(request.raw) ??
      respond(binding, services, {
        target: request.url,
        query: queryOf(request.url),
        params,
        ifNoneMatch: request.headers['if-none-match'],
      });
    return response instanceof Promise
      ? response.then((known) => sendResponse(reply, known))
      : sendResponse(reply, response);
  };
}

function sendResponse(reply: FastifyReply, response: Response): FastifyReply {
  switch (response.type) {
    case 'refused':
      return sendAnswer(reply, response.answer);
    case 'unchanged':
      return sendUnchanged(reply, response);
    case 'json':
      return sendJson(setValidators(reply, response), response.body);
    default:
      return sendBytes(setValidators(reply, response), response.content);
  }
}

function sendBytes(reply: FastifyReply, { length, stream }: BlockBytes): FastifyReply {
  return reply.headers({ 'Content-Type': 'application/octet-stream', 'Content-Length': length }).send(stream);
}
