import type { Logger } from 'pino';
import { createHttpServer } from '../http/http-server.ts';
import { listen, type RunningServer } from '../http/running-server.ts';
import type { NodeMetrics } from './node-metrics.ts';

const PATH = '/metrics';

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
  const app = createHttpServer(
    {
      notFound: ({ url }) =>
        url.split(/[?#]/, 1)[0] === PATH
          ? { status: 405, body: { error: 'method_not_allowed' }, headers: { Allow: 'GET' } }
          : { status: 404, body: { error: 'not_found' } },
    },
    logger,
  );
  app.get(PATH, async (_request, reply) =>
    reply
      .header('Content-Type', metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.text()),
  );
  return listen(app, address);
}
