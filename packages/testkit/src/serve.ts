import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { MemoryChain } from '@cairn/chain/memory';

/** So that pages may read the public interface, as a node's. */
const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
};

/**
 * Serves an interface of a chain on a port of this machine.
 * @throws TypeError for an interface that there is none of, RangeError for a number that is no port, Error if the port is taken
 */
export async function serveInterface(
  chain: MemoryChain,
  name: string,
  port: number,
): Promise<AsyncDisposable & { readonly url: string }> {
  if (!chain.interfaces.includes(name))
    throw new TypeError(`a chain has no interface "${name}", but ${chain.interfaces.join(', ')}`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError(`port is ${port}; it takes a whole number from 0 to 65535`);
  const more = name === 'explorer' ? ANY_ORIGIN : {};
  const server = createServer((request, response) => {
    respond(chain, name, more, request, response).catch(() => response.destroy()); // the client has left
  });
  server.listen({ host: '127.0.0.1', port });
  await once(server, 'listening').catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new Error(code === 'EADDRINUSE' ? `port ${port} is taken` : message);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function respond(
  chain: MemoryChain,
  name: string,
  more: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const { method = 'GET', url: target = '/', headers } = request;
  const {
    status,
    headers: own,
    body,
  } = await chain.handle(name, {
    method,
    target,
    headers: headers as Record<string, string>,
    body: await buffer(request),
    signal: left.signal,
  });
  response.writeHead(status, { ...more, ...own });
  if (body instanceof Uint8Array) response.end(body);
  else await pipeline(Readable.from(body), response);
}
