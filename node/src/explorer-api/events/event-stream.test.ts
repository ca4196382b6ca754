import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { EventStream } from './event-stream.ts';

const MEBIBYTE = Buffer.alloc(1024 * 1024, ':');
/** In MiB: more than any system buffers for a client that does not read. */
const MAXIMUM_BUFFER = 64;

it('a client that does not read is disconnected; one that reads is not', async () => {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    response.writeHead(200).flushHeaders();
    responses.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const connect = (read: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, agent: false }, (response) => {
        if (read) response.resume();
        response.on('error', () => {}); // expected: the server disconnects it
        resolve();
      })
        .on('error', reject)
        .end();
    });
  await connect(true);
  await connect(false);

  const closed: number[] = [];
  const [reader, sleeper] = responses.map(
    (response, index) => new EventStream(response, () => closed.push(index)),
  ) as [EventStream, EventStream];
  for (let sent = 0; sent < MAXIMUM_BUFFER && closed.length === 0; sent += 1) {
    sleeper.send(MEBIBYTE);
    reader.send(Buffer.from(': small\n\n'));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(closed).toEqual([1]);
  sleeper.send(MEBIBYTE); // does nothing
  reader.end();
  await expect.poll(() => closed).toEqual([1, 0]);
  server.closeAllConnections();
  server.close();
});
