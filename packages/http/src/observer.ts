import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a request ended. It contains no target, header or address, because neither metrics nor the log may show them. */
export interface Exchange {
  /** As in the request line; empty if the bytes were not HTTP. */
  readonly method: string;
  /** The route's template with `{name}` for each parameter; `undefined` if no route matched. */
  readonly route: string | undefined;
  /** `undefined` if the client disconnected before its response. */
  readonly status: number | undefined;
  /** From the request's head to the last byte of the response; `undefined` for event streams and aborted responses. */
  readonly seconds: number | undefined;
}

/** Called when a request has ended: it was answered or aborted, or its event stream closed. It must not throw. */
export type HttpObserver = (exchange: Exchange) => void;

const ROUTE = Symbol('route');

/** The route is a property, because a WeakMap is slower: every request sets it, observed or not. */
interface RoutedRequest extends IncomingMessage {
  [ROUTE]?: string;
}

/** Records the route that handles a request. @param route the route's template */
export function nameRoute(request: IncomingMessage, route: string): void {
  (request as RoutedRequest)[ROUTE] = route;
}

/** The template of the route that handles a request; `undefined` before one is found. */
export function routeOf(request: IncomingMessage): string | undefined {
  return (request as RoutedRequest)[ROUTE];
}

/** Describes a request whose response has closed. @param seconds since its head */
export function describeExchange(
  request: IncomingMessage,
  response: ServerResponse,
  seconds: number,
): Exchange {
  const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
  return {
    method: request.method ?? '',
    route: routeOf(request),
    status: response.headersSent ? response.statusCode : undefined,
    seconds: response.writableFinished && !isStream ? seconds : undefined,
  };
}
