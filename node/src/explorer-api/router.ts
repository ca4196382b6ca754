/** Binds the routes of the Explorer API to Express and the answer cache. */
import { createRouter, type ExplorerRouter } from '@cairn/chain/explorer';
import { bindRoute, type RouteChecks, signalOf } from '@cairn/http';
import type { Express } from 'express';
import type { AnswerCache } from './answer-cache.ts';
import type { ExplorerContext } from './context.ts';

/** The router of a server. */
export function createExpressRouter(
  app: Express,
  checks: RouteChecks,
  context: ExplorerContext,
  cache: AnswerCache,
): ExplorerRouter {
  return createRouter(
    (route, handle) =>
      bindRoute(app, checks, route, (call, request, response) =>
        handle(call, { target: request.originalUrl, signal: signalOf(response) }, (head, make) =>
          cache.send(request, response, head, make),
        ),
      ),
    context,
    cache.state,
  );
}
