import type { RequestListener } from 'node:http';
import { buildExplorerOpenApi } from '@cairn/api/openapi';
import {
  apiErrorHandlers,
  createApp,
  faultResponse,
  HttpServer,
  type RunningServer,
  withAdmission,
} from '@cairn/http';
import { AnswerState, EventHub, explorerChecks, type EventLimits, RESOURCES } from '@cairn/chain/explorer';
import { runtime } from '../home/runtime.ts';
import { AnswerCache } from './answer-cache.ts';
import type { ExplorerContext } from './context.ts';
import { allowCors, ANY_ORIGIN } from './cors.ts';
import { bindDocumentation } from './documentation/documentation.ts';
import { bindEvents } from './events/event-stream.ts';
import { createExpressRouter } from './router.ts';

/**
 * Starts the public Explorer API: read-only, without authentication (the interface document is
 * docs/spec/node-query-interfaces.md).
 * @param address where to listen; port 0 picks a free port
 * @param eventLimits other limits on event streams, for tests
 * @throws the system's error, such as `EADDRINUSE`
 */
export function startExplorerApi(
  context: ExplorerContext,
  address: { host: string; port: number },
  eventLimits?: EventLimits,
): Promise<RunningServer> {
  return createExplorerServer(context, eventLimits).listen(address);
}

/** Creates the server with all its routes, not listening yet. */
export function createExplorerServer(context: ExplorerContext, eventLimits?: EventLimits): HttpServer {
  const { isReplica, logger } = context;
  const contract = JSON.stringify(buildExplorerOpenApi({ ...(isReplica && { isReplica }) }));
  const cache = new AnswerCache(new AnswerState(context, contract));
  const hub = new EventHub(context, runtime.sleep, eventLimits);

  const app = createApp();
  app.use(allowCors);
  const checks = explorerChecks(context.network);
  const router = createExpressRouter(app, checks, context, cache);
  for (const bindResource of RESOURCES) bindResource(router, context);
  bindEvents(app, checks, hub);
  bindDocumentation(app, contract, cache, context.websiteUrl);
  app.use(...apiErrorHandlers(logger, checks));

  const listener: RequestListener = (request, response) => {
    if (!cache.answer(request, response)) app(request, response);
  };
  return new HttpServer({
    app: withAdmission(listener, context.weather?.admit),
    onFault: (fault) => faultResponse(fault, ANY_ORIGIN),
    logger,
    observer: context.httpObserver,
    onClose: () => hub.close(),
  });
}
