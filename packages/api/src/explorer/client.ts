import { buildUrl, type Client, type ClientOptions, createClient } from '../client.ts';
import { explorerAdditions, type ExplorerAdditions, explorerRoutes, type ExplorerRoutes } from './routes.ts';

export type ExplorerClient = Client<ExplorerRoutes & ExplorerAdditions>;

/**
 * A typed client of the Explorer API for browsers and Node, with a method for each route. Answers are validated, because the
 * server is not trusted. Rejects with `ApiError` or `TransportError`.
 */
export function createExplorerClient(options: ClientOptions): ExplorerClient {
  return createClient({ ...explorerRoutes, ...explorerAdditions }, options);
}

/**
 * URL of the event stream, for an `EventSource`.
 * @param lastHeight height of the last tip that the client has; the stream resumes after it
 */
export function explorerEventsUrl(baseUrl: string, lastHeight?: number): string {
  return buildUrl(baseUrl, explorerAdditions.events, { last_event_id: lastHeight });
}
