import {
  apiChecks,
  apiEnd,
  apiHead,
  apiSocketAnswer,
  bindPath,
  createApp,
  HttpServer,
  type RunningServer,
} from '@cairn/http';
import type { Logger } from 'pino';
import type { NodeMetrics } from './node-metrics.ts';

const METHOD_NOT_ALLOWED = { status: 405, body: { error: 'method_not_allowed' } };
const NOT_FOUND = { status: 404, body: { error: 'not_found' } };

/**
 * Serves `GET /metrics` on a port of its own; any other path is 404, any other method 405.
 * @param address port 0 picks a free one
 * @throws the system's error, such as `EADDRINUSE`
 */
export function startMetricsServer(
  metrics: NodeMetrics,
  address: { host: string; port: number },
  logger: Logger,
): Promise<RunningServer> {
  const app = createApp();
  app.use(apiHead(logger), apiChecks());
  bindPath(app, { method: 'GET', path: '/metrics' }, METHOD_NOT_ALLOWED, async (_request, response) => {
    response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
    response.end(await metrics.text());
  });
  app.use(...apiEnd(logger, NOT_FOUND));
  return new HttpServer({ app, socketAnswer: apiSocketAnswer() }).listen(address);
}
