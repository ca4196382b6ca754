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

/**
 * A random port of 127.0.0.1 that is free. It is reserved until this process ends: other calls, also of other processes,
 * return other ports, although nothing listens on it yet.
 * @throws Error if a hundred ports in a row are taken
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 1; attempt <= 100; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (!(await isPortTaken(port)) && (await reserve(port))) return port;
  }
  throw new Error('100 ports in a row are taken');
}

/**
 * Reserves a port by an abstract socket of its name (unix(7)), which the kernel removes when this process ends. Only Linux
 * has them; elsewhere every reservation succeeds.
 * @returns false if the port is reserved already
 */
function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    const reservation = createServer().unref();
    reservation.once('error', () => resolve(false));
    reservation.listen(`\0cairn-port-${port}`, () => resolve(true));
  });
}
