/** `/api/v1/events` over sockets. */
import type { ServerResponse } from 'node:http';
import { explorerAdditions } from '@cairn/api/explorer';
import {
  EVENT_HEADERS,
  type EventHub,
  type EventSink,
  MAX_UNSENT,
  readResumePoint,
} from '@cairn/chain/explorer';
import { bindRoute, type RouteChecks } from '@cairn/http';
import type { Express } from 'express';

/** One client's open response. */
export class EventStream implements EventSink {
  readonly #response: ServerResponse;

  /** @param onClose called once, however the stream ends */
  constructor(response: ServerResponse, onClose: (stream: EventStream) => void) {
    this.#response = response;
    response.on('close', () => onClose(this));
    // A write error needs no handling beyond the close that follows.
    response.on('error', () => response.destroy());
  }

  send(frames: Uint8Array): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#response.writableLength > MAX_UNSENT) this.#response.destroy();
    else this.#response.write(frames);
  }

  /** Gracefully if everything is sent by the next turn of the event loop, otherwise without waiting for the client. */
  end(): void {
    setImmediate(() => {
      if (this.#response.writableLength > 0) this.#response.destroy();
      else this.#response.end();
    });
  }
}

const HEADERS = {
  ...EVENT_HEADERS,
  // A reverse proxy that buffered the stream would never deliver it.
  'X-Accel-Buffering': 'no',
  // The connection cannot be reused after a stream.
  Connection: 'close',
};

/** Binds the route: a stream is open until the client disconnects or the server closes. */
export function bindEvents(app: Express, checks: RouteChecks, hub: EventHub): void {
  const { events } = explorerAdditions;
  bindRoute(app, checks, events, ({ last_event_id: height }, request, response) => {
    hub.add(readResumePoint(request.headers['last-event-id'], height), () => {
      response.writeHead(200, HEADERS);
      return response.destroyed ? undefined : new EventStream(response, (stream) => hub.remove(stream));
    });
  });
}
