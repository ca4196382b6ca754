import type { RequestListener } from 'node:http';

/**
 * A listener that gets a request once it is admitted.
 * @param admit resolves with false to cut the connection instead; by default every request is admitted at once
 */
export function withAdmission(
  listener: RequestListener,
  admit: (() => Promise<boolean>) | undefined,
): RequestListener {
  if (admit === undefined) return listener;
  return async (request, response) => {
    if (await admit()) listener(request, response);
    else request.socket.destroy();
  };
}
