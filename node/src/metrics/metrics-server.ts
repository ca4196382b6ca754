import {
  apiErrorHandlers,
  apiHeaders,
  bindPath,
  createApp,
  HttpServer,
  type RunningServer,
} from '@cairn/http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Listener } from '../startup/listening.ts';

const METHOD_NOT_ALLOWED = { status: 405, body: { error: 'method_not_allowed' } };
const NOT_FOUND = { status: 404, body: { error: 'not_found' } };

/**
 * Serves `GET /metrics` in Prometheus's text format on a port of its own; any other path is 404, any other method 405.
 * @param address port 0 picks a free one
 * @throws the system's error, such as `EADDRINUSE`
 */
export function serveMetrics(registry: Registry, address: Listener, logger: Logger): Promise<RunningServer> {
  const app = createApp();
  app.use(apiHeaders);
  bindPath(app, { method: 'GET', path: '/metrics' }, METHOD_NOT_ALLOWED, async (_request, response) => {
    response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
    response.end(await registry.metrics());
  });
  app.use(...apiErrorHandlers(logger, { notFound: NOT_FOUND }));
  return new HttpServer({ app, logger }).listen(address);
}
