import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { Broadcast, EventStream, type Listener } from './event-stream.ts';

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

/** A listener that records what it receives. */
function listen(): Listener & { received: string[] } {
  const received: string[] = [];
  return { received, send: (frame) => void received.push(frame.toString()) };
}

const listeners = Array.from({ length: 250 }, listen);

it('a broadcast reaches every listener in order, without blocking the event loop', async () => {
  const broadcast = new Broadcast(10);
  const late = listen();
  for (const text of ['one', 'two']) broadcast.send(Buffer.from(text), listeners);
  expect(listeners.at(-1)!.received).toEqual([]);
  broadcast.send(Buffer.from('three'), [...listeners, late]);
  await expect.poll(() => late.received).toEqual(['three']);
  for (const { received } of listeners) expect(received).toEqual(['one', 'two', 'three']);
});

it('a broadcast drops the oldest messages if too many wait', async () => {
  const broadcast = new Broadcast(3);
  const listener = listen();
  for (let index = 0; index < 10; index += 1) broadcast.send(Buffer.from(String(index)), [listener]);
  await expect.poll(() => listener.received.at(-1)).toBe('9');
  expect(listener.received).toEqual(['0', '7', '8', '9']);
});
