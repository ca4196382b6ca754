import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findFreePort, isPortTaken } from './ports.ts';

it('tells a taken port from a free one', async () => {
  const port = await findFreePort();
  expect(await isPortTaken(port)).toBe(false);
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  expect(await isPortTaken(port)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});

it.skipIf(process.platform !== 'linux')(
  'never chooses a port twice, although nothing listens on it',
  async () => {
    const ports = new Set<number>();
    for (let count = 0; count < 400; count += 1) ports.add(await findFreePort());
    expect(ports.size).toBe(400);
  },
);
