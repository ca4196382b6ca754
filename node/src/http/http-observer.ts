import type { FastifyInstance } from 'fastify';

/** An answer that was sent, as far as it may be counted: nothing of the request's target, no header, no address. */
export interface ObservedAnswer {
  /** As it stood in the request line; one that HTTP knows. Empty where the request was no HTTP. */
  readonly method: string;
  /** The route's template with `{name}` for each parameter; `undefined` where no route took the request. */
  readonly route: string | undefined;
  readonly status: number;
  /** From the request's head to the last byte; `undefined` for a stream of events, whose length says nothing. */
  readonly seconds: number | undefined;
}

/** Hears what a server does, to measure it. It must not throw. */
export interface HttpObserver {
  connectionOpened(): void;
  connectionClosed(): void;
  answered(answer: ObservedAnswer): void;
}

/** Tells an observer of every connection and every answer of a server that does not listen yet. */
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
  app.addHook('onResponse', (request, reply, done) => {
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    observer.answered({
      method: request.method,
      route: request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}'),
      status: reply.statusCode,
      seconds: isStream ? undefined : reply.elapsedTime / 1_000,
    });
    done();
  });
}
