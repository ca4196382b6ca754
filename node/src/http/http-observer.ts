import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How a request ended, as far as it may be counted: nothing of the request's target, no header, no address. */
export interface ObservedAnswer {
  /** As it stood in the request line; one that HTTP knows. Empty where the request was no HTTP. */
  readonly method: string;
  /** The route's template with `{name}` for each parameter; `undefined` where no route took the request. */
  readonly route: string | undefined;
  /** `undefined` where the client left before its answer. */
  readonly status: number | undefined;
  /** From the request's head to the last byte; `undefined` for a stream of events, and for an answer cut short. */
  readonly seconds: number | undefined;
}

/** Hears what a server does, to measure it. It must not throw. */
export interface HttpObserver {
  connectionOpened(): void;
  connectionClosed(): void;
  /** A request is over: answered, cut short, or its stream has ended. */
  answered(answer: ObservedAnswer): void;
}

const ROUTE = Symbol('route');

/** On the request itself, and not in a WeakMap: that is work for each request, whether anybody observes or not. */
interface NamedRequest extends IncomingMessage {
  [ROUTE]?: string;
}

/** Says which route took a request; `observeServer` hears it for those that Fastify routes. @param route its template */
export function nameRoute(request: IncomingMessage, route: string): void {
  (request as NamedRequest)[ROUTE] = route;
}

/** Tells an observer of every connection and every request of a server that does not listen yet. */
export function observeServer(app: FastifyInstance, observer: HttpObserver): void {
  app.server.on('connection', (socket) => {
    observer.connectionOpened();
    socket.once('close', () => observer.connectionClosed());
  });
  app.server.on('clientError', (error: NodeJS.ErrnoException) => {
    // A client that went away gets no answer; everything else gets a 400, 408 or 431 (`raw-answers.ts`).
    if (error.code === 'ECONNRESET') return;
    observer.answered({ method: '', route: undefined, status: 400, seconds: undefined });
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    if (url !== undefined) nameRoute(request.raw, url.replaceAll(/:(\w+)/g, '{$1}'));
    done();
  });
  // Fastify's own hooks hear neither of a client that left nor of a stream.
  app.server.on('request', (request, response) => {
    const began = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - began) / 1_000;
      observer.answered(outcomeOf(request, response, (request as NamedRequest)[ROUTE], seconds));
    });
  });
}

function outcomeOf(
  { method = '' }: IncomingMessage,
  response: ServerResponse,
  route: string | undefined,
  seconds: number,
): ObservedAnswer {
  const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
  const isWhole = response.writableFinished && !isStream;
  const status = response.headersSent ? response.statusCode : undefined;
  return { method, route, status, seconds: isWhole ? seconds : undefined };
}
