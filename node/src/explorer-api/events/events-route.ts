import { explorerAdditions } from '@cairn/api/explorer';
import { bindRoute } from '@cairn/http';
import type { Network } from '@cairn/protocol';
import type { Express } from 'express';
import { explorerRules } from '../router.ts';
import type { EventHub } from './event-hub.ts';
import { readResumePoint } from './resume-point.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // A reverse proxy that buffered the stream would never deliver it.
  'X-Accel-Buffering': 'no',
  // The connection cannot be reused after a stream.
  Connection: 'close',
};

/** `/api/v1/events`: a stream without entity tag or compression, open until the client disconnects or the server closes. */
export function bindEvents(app: Express, hub: EventHub, network: Network): void {
  const { events } = explorerAdditions;
  bindRoute(app, explorerRules(network), events, ({ last_event_id: height }, request, response) => {
    const last = readResumePoint(request.headers['last-event-id'], height);
    const opening = hub.opening(last); // throws 503 `too_many_streams` above the limit, before the head is sent
    response.writeHead(200, HEADERS);
    hub.add(response, opening);
  });
}
