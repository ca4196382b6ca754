import { validateQuery } from '@cairn/api';
import { explorerAdditions } from '@cairn/api/explorer';
import { bindPath, queryOf, sendAnswer } from '@cairn/http';
import type { Express } from 'express';
import { METHOD_NOT_ALLOWED } from '../explorer-route.ts';
import type { EventHub } from './event-hub.ts';
import { readResumePoint } from './resume-point.ts';

const { events } = explorerAdditions;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // A reverse proxy that buffered the stream would never deliver it.
  'X-Accel-Buffering': 'no',
  // The connection cannot be reused after a stream.
  Connection: 'close',
};

/** `/api/v1/events`: a stream without entity tag or compression, open until the client disconnects or the server closes. */
export function bindEvents(app: Express, hub: EventHub): void {
  bindPath(app, events, METHOD_NOT_ALLOWED, (request, response) => {
    const query = validateQuery(events, queryOf(request.url));
    if (!query.ok) return sendAnswer(response, query);
    const last = readResumePoint(request.headers['last-event-id'], query.value.last_event_id);
    const opening = hub.opening(last); // throws 503 `too_many_streams` above the limit, before the head is sent
    response.writeHead(200, HEADERS);
    hub.add(response, opening);
  });
}
