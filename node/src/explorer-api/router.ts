/** Binds the routes of the Explorer API to Express and the answer cache. */
import { createRouter, explorerChecks, type ExplorerRouter } from '@cairn/chain/explorer';
import { bindRoute, signalOf } from '@cairn/http';
import type { Express } from 'express';
import type { AnswerCache } from './answer-cache.ts';
import type { ExplorerContext } from './context.ts';

/** The router of a server. */
export function createExpressRouter(
  app: Express,
  context: ExplorerContext,
  cache: AnswerCache,
): ExplorerRouter {
  const checks = explorerChecks(context.network);
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
