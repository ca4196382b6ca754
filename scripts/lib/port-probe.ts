import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** True if another program listens on this port of 127.0.0.1, or this process may not bind it. */
export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(false)));
  });
}

/**
 * Ports to choose from. Systems give higher ones (from 32,768 on Linux) to outgoing connections, which could take a
 * chosen port before its program listens.
 */
const FIRST_PORT = 10_240;
const LAST_PORT = 32_767;

/** A random port of 127.0.0.1 that is free at the moment. @throws Error if a hundred ports in a row are taken */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; attempt <= 100; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (!(await isPortTaken(port))) return port;
  }
  throw new Error('100 ports in a row are taken');
}
