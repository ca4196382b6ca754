import { request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type LocalServer, serveLocally } from '@cairn/http/test-support';

/** An alteration of some of the API's answers with status 200. */
export interface Lie {
  /** Selects the answers by path and query. */
  readonly where: RegExp;
  /** Changes the JSON in place. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a lie may change any field of any shape
  readonly json?: (body: any, path: string) => void;
  /** Breaks the connection instead of answering. */
  readonly breaks?: boolean;
}

/** A proxy between website and node that alters answers. */
export interface LyingProxy extends LocalServer {
  /** What it alters; without one it forwards bodies unchanged. */
  lie: Lie | undefined;
}

/** Starts a proxy, at whose origin a website has its API. @param target origin of the API itself */
export async function startLyingProxy(target: string): Promise<LyingProxy> {
  const told: Pick<LyingProxy, 'lie'> = { lie: undefined };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const path = incoming.url ?? '/';
    const lie = told.lie?.where.test(path) === true ? told.lie : undefined;
    if (lie?.breaks === true) {
      outgoing.destroy();
      return;
    }
    // Request an uncompressed answer, and never a 304, for which the browser would show its unaltered copy.
    const { 'accept-encoding': _encoding, 'if-none-match': _tag, ...headers } = incoming.headers;
    const onward = request(target + path, { method: incoming.method!, headers }, (answer) => {
      const { etag: _etag, 'cache-control': _cache, 'content-length': length, ...kept } = answer.headers;
      const respond = (more: OutgoingHttpHeaders = {}) =>
        outgoing.writeHead(answer.statusCode!, { ...kept, ...more, 'cache-control': 'no-store' });
      if (lie?.json === undefined || answer.statusCode !== 200) {
        answer.pipe(respond(length === undefined ? {} : { 'content-length': length }));
        outgoing.on('close', () => answer.destroy());
      } else
        void json(answer).then((body) => {
          lie.json!(body, path);
          return respond().end(JSON.stringify(body));
        });
    });
    onward.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    incoming.pipe(onward);
  };
  return Object.assign(told, await serveLocally(forward));
}
