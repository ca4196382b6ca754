import { validateQuery } from '@cairn/api';
import { explorerAdditions } from '@cairn/api/explorer';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendAnswer } from '../../http/answers.ts';
import { queryOf } from '../../http/request-target.ts';
import type { ExplorerContext } from '../context.ts';
import { EventHub, type EventLimits } from './event-hub.ts';
import { readResumePoint } from './resume-point.ts';

const { events } = explorerAdditions;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // A reverse proxy that holds the stream back until it has enough of it would hold it back for good.
  'X-Accel-Buffering': 'no',
  // Nothing comes after a stream.
  Connection: 'close',
};

/**
 * `/api/v1/events`, which is no answer but a conversation: it has no entity tag, is never compressed, and ends only with
 * its client or with the server.
 */
export function registerEvents(app: FastifyInstance, context: ExplorerContext, limits?: EventLimits): void {
  const hub = new EventHub(context, limits);
  app.addHook('preClose', (done) => {
    hub.close();
    done();
  });
  app.route({
    method: events.method,
    url: events.path,
    compress: false,
    handler: (request, reply) => {
      const query = validateQuery(events, queryOf(request.url));
      if (!query.ok) return sendAnswer(reply, query);
      const last = readResumePoint(request.headers['last-event-id'], query.value.last_event_id);
      const opening = hub.opening(last);
      beginStream(reply);
      hub.add(reply.raw, opening);
      return reply;
    },
  });
}

function beginStream(reply: FastifyReply): void {
  reply.headers(HEADERS).hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
  reply.raw.writeHead(200);
}
