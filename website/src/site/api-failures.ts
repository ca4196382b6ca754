/** Failed requests of this server to the API, from the pages to the server's log: the two are built apart. */
import { channel, subscribe } from 'node:diagnostics_channel';

/** A request that got no answer that a page can show. */
export interface ApiFailure {
  /** What was asked, such as `status`. */
  readonly request: string;
  /** Why it failed, with the reasons below it. */
  readonly reason: string;
}

const NAME = 'cairn:website:api-failures';
const failures = channel(NAME);

export function reportApiFailure(request: string, error: unknown): void {
  const failure: ApiFailure = { request, reason: describe(error) };
  failures.publish(failure);
}

export function onApiFailure(listener: (failure: ApiFailure) => void): void {
  subscribe(NAME, (failure) => listener(failure as ApiFailure));
}

/** The messages of an error and of its causes: that of `fetch` alone says only that it failed. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause === undefined ? message : `${message}: ${describe(cause)}`;
}
