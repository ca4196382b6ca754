import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How a request ended. It contains no target, header or address, because metrics must not show them. */
export interface ObservedAnswer {
  /** As in the request line; empty if the bytes were not HTTP. */
  readonly method: string;
  /** The route's template with `{name}` for each parameter; `undefined` if no route matched. */
  readonly route: string | undefined;
  /** `undefined` if the client disconnected before its answer. */
  readonly status: number | undefined;
  /** From the request's head to the last byte of the answer; `undefined` for event streams and aborted answers. */
  readonly seconds: number | undefined;
}

/** Receives a server's connections and answers, for metrics. It must not throw. */
export interface HttpObserver {
  connectionOpened(): void;
  connectionClosed(): void;
  /** A request ended: it was answered or aborted, or its event stream closed. */
  answered(answer: ObservedAnswer): void;
}

const ROUTE = Symbol('route');

/** The route is a property, because a WeakMap is slower: every request sets it, observed or not. */
interface NamedRequest extends IncomingMessage {
  [ROUTE]?: string;
}

/** Records the route that handles a request. @param route the route's template */
export function nameRoute(request: IncomingMessage, route: string): void {
  (request as NamedRequest)[ROUTE] = route;
}

/** The route that handles a request; `undefined` before one is found. */
export function routeOf(request: IncomingMessage): string | undefined {
  return (request as NamedRequest)[ROUTE];
}

/** Reports every connection and request of a server. Call it before the server listens. */
export function observeServer(server: Server, observer: HttpObserver): void {
  server.on('connection', (socket) => {
    observer.connectionOpened();
    socket.once('close', () => observer.connectionClosed());
  });
  server.on('clientError', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return; // the client disconnected: there is no answer to count
    observer.answered({ method: '', route: undefined, status: 400, seconds: undefined });
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      const began = performance.now();
      response.once('close', () => {
        observer.answered(outcomeOf(request, response, (performance.now() - began) / 1_000));
      });
    });
  }
}

function outcomeOf(request: IncomingMessage, response: ServerResponse, seconds: number): ObservedAnswer {
  const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
  const isWhole = response.writableFinished && !isStream;
  return {
    method: request.method ?? '',
    route: routeOf(request),
    status: response.headersSent ? response.statusCode : undefined,
    seconds: isWhole ? seconds : undefined,
  };
}
