import { type ClientOptions, type ClientRoute, methodsFor } from '../client.ts';
import type { ExplorerClient } from './client.ts';
import { type ExplorerEventOptions, type ExplorerEvents, followEvents } from './events.ts';
import { EXPLORER_PATHS } from './paths.ts';

export { ApiError, TransportError, type TransportErrorCode } from '../client.ts';
export type { ExplorerEventHandlers, ExplorerEvents } from './events.ts';

/**
 * The client of `createExplorerClient` without the schemas, which are 14 KB of compressed script: it takes any JSON for an
 * answer. For pages of the server's own operator that only show what it says.
 */
export function createUncheckedExplorerClient(options: ClientOptions): ExplorerClient {
  const routes = Object.entries(EXPLORER_PATHS).map(([id, path]) => ({
    id,
    path,
    method: 'GET' as const,
    contentType: CONTENT_TYPES[id] ?? 'application/json',
  }));
  return methodsFor(routes, options) as ExplorerClient;
}

const CONTENT_TYPES: Readonly<Record<string, ClientRoute['contentType']>> = {
  getRawBlock: 'application/octet-stream',
  getHeaders: 'application/octet-stream',
  events: 'text/event-stream',
};

/** The event stream of `openExplorerEvents` without the schemas: it takes any JSON for an event. */
export function openUncheckedExplorerEvents(options: ExplorerEventOptions): ExplorerEvents {
  return followEvents(options, () => undefined);
}
