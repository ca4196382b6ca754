/** The platform's `EventSource`. */
export const openEventSource = (url: string): EventSource => new EventSource(url);
