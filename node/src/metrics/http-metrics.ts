import type { HttpObserver } from '@cairn/http';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { DURATION_BUCKETS } from './durations.ts';

/** The interfaces that are measured. */
export type HttpInterface = 'explorer' | 'rpc';

/** Methods with a label of their own; a client could send any other. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * Requests, durations and connections of the HTTP interfaces. Labels are bounded: the route's template, never the path.
 * @returns the observer of one interface
 */
export function createHttpObservers(registry: Registry): (name: HttpInterface) => HttpObserver {
  const registers = [registry];
  const requests = new Counter({
    name: 'cairn_http_requests_total',
    help: 'Requests that ended. Route "none": no route took it; method "none": it was no HTTP; status "none": the client left.',
    labelNames: ['interface', 'method', 'route', 'status_class'],
    registers,
  });
  const durations = new Histogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'From a request’s head to the last byte of its answer; streams of events apart.',
    labelNames: ['interface', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const connections = new Gauge({
    name: 'cairn_http_connections',
    help: 'Open connections.',
    labelNames: ['interface'],
    registers,
  });
  return (name) => {
    const labels = { interface: name };
    connections.set(labels, 0);
    return {
      connectionOpened: () => connections.inc(labels),
      connectionClosed: () => connections.dec(labels),
      answered({ method, route = 'none', status, seconds }) {
        const status_class = status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;
        requests.inc({ ...labels, method: labelOf(method), route, status_class });
        if (seconds !== undefined) durations.observe({ ...labels, route }, seconds);
      },
    };
  };
}

function labelOf(method: string): string {
  if (method === '') return 'none';
  return METHODS.has(method) ? method : 'other';
}
