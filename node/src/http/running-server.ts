import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';

/** How long `close` waits for requests in flight. */
const CLOSE_GRACE_MS = 5_000;
const SWEEP_MS = 25;

/** A server that listens. */
export interface RunningServer {
  /** `http://host:port` without a trailing slash, the port the real one where 0 was asked for. */
  readonly url: string;
  /** Takes no more connections, lets requests in flight finish within 5 s, then resolves. */
  close(): Promise<void>;
}

/**
 * Starts listening on one address. `localhost` is 127.0.0.1: a name that the system resolves could be anything.
 * @param port 0–65535; 0 picks a free one
 * @throws the system's error, such as `EADDRINUSE`, with its `code`
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port });
  const { address, port: boundPort } = app.server.address() as AddressInfo;
  const name = address.includes(':') ? `[${address}]` : address;
  return { url: `http://${name}:${boundPort}`, close: () => closeGently(app) };
}

/** Lets requests in flight finish, but waits for no client that never finishes its request or its reading. */
async function closeGently(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS);
  // Node closes the connections that are idle when the closing begins; those that get their answer later are kept alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(sweep);
  }
}
