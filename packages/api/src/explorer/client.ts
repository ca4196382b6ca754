import { type Client, type ClientOptions, createClient, TransportError } from '../client.ts';
import { type ExplorerEventOptions, type ExplorerEvents, followEvents } from './events.ts';
import { explorerAdditions, type ExplorerAdditions, explorerRoutes, type ExplorerRoutes } from './routes.ts';
import { EXPLORER_LIMITS } from './limits.ts';
import { explorerEventSchemas } from './schemas.ts';

export type ExplorerClient = Client<ExplorerRoutes & ExplorerAdditions>;

/** The longest list is a series of 750 buckets. */
const MAX_ITEMS = EXPLORER_LIMITS.series.maximum;

/**
 * A typed client of the Explorer API for browsers and Node, with a method for each route. Answers are validated, because the
 * server is not trusted. Rejects with `ApiError` or `TransportError`.
 */
export function createExplorerClient(options: ClientOptions): ExplorerClient {
  return createClient({ ...explorerRoutes, ...explorerAdditions }, { maxItems: MAX_ITEMS, ...options });
}

/**
 * Follows `/api/v1/events` and reconnects: the `EventSource` reopens a broken connection, and an error answer (a 503, a
 * proxy's error page) is retried at growing intervals. In both cases the stream resumes after the last tip.
 */
export function openExplorerEvents(options: ExplorerEventOptions): ExplorerEvents {
  return followEvents(options, (name, data) => {
    const parsed = explorerEventSchemas[name].safeParse(data);
    if (parsed.success) return;
    const message = `event ${name}: ${parsed.error.issues[0]!.message}`;
    throw new TransportError('unexpected_shape', message, { cause: parsed.error });
  });
}
