import { EventSource } from 'eventsource';

/** Node has no `EventSource` of its own. */
export const openEventSource = (url: string): EventSource => new EventSource(url);
