import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type LocalServer, serveLocally } from '@cairn/http/test-support';

/** A site that remembers every `Cookie` header that it gets. */
export interface OtherSite extends LocalServer {
  readonly cookies: string[];
}

/** Serves an empty page at every path, for scripts that a test runs in it. */
export async function startEmptySite(): Promise<OtherSite> {
  const cookies: string[] = [];
  const server = await serveLocally(({ headers }, response) => {
    cookies.push(headers.cookie ?? '');
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>elsewhere</title><body></body>');
  });
  return { ...server, cookies };
}

/** A server that records every request. */
export interface RecordingServer extends LocalServer {
  /** Method, target and body of every request. */
  readonly requests: string[];
}

/** Forwards every request to the node's RPC, and so records the gateway's requests. @param rpc its origin */
export function startRelay(rpc: string): Promise<RecordingServer> {
  return startRecordingServer((request, response, body) => {
    const passed = httpRequest(rpc + request.url, { method: request.method!, headers: request.headers });
    passed.once('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    passed.end(body);
  });
}

/** Answers every request with 200 without any check: an unprotected server, against which the attacks succeed. */
export function startNaiveServer(): Promise<RecordingServer> {
  return startRecordingServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"secret":1}');
  });
}

async function startRecordingServer(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<RecordingServer> {
  const requests: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    requests.push(`${request.method} ${request.url} ${body}`);
    answer(request, response, body);
  };
  const server = await serveLocally((request, response) => void serve(request, response));
  return { ...server, requests };
}
