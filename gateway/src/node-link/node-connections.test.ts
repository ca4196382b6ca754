import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stop } from '../stop.ts';
import { NodeConnections, type StopReason } from './node-connections.ts';
import { exchange } from './node-exchange.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const MAXIMUM = 2;

let connections: NodeConnections;
let open: Set<Socket>;
let everOpened: number;
let waiting: ServerResponse[];
let close: () => void;
beforeEach(async () => {
  open = new Set();
  everOpened = 0;
  waiting = [];
  const server = createServer((_, response) => void waiting.push(response));
  server.keepAliveTimeout = 0; // what ends here is ended by the gateway
  server.on('connection', (socket) => {
    open.add(socket);
    everOpened += 1;
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  connections = new NodeConnections({ host: '127.0.0.1', port }, MAXIMUM, 1_000);
  close = () => {
    connections.close();
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => close());

function ask(stop = new Stop<StopReason>()) {
  return connections.ask(REQUEST, stop).then(
    ({ status }) => status as number | string,
    (error: Error) => error.message,
  );
}

/** Answers the request that waits longest. */
async function answerNext(): Promise<void> {
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  waiting.shift()!.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 2 }).end('{}');
}

describe('the connections to the node', () => {
  it('are shared one request at a time, and never more than allowed', async () => {
    const answers = Promise.all(Array.from({ length: 6 }, () => ask()));
    await expect.poll(() => waiting.length).toBe(MAXIMUM);
    for (let count = 0; count < 6; count += 1) await answerNext();
    expect(await answers).toEqual([200, 200, 200, 200, 200, 200]);
    expect(everOpened).toBe(MAXIMUM);
  });

  it('give a place that was lost to whoever waits', async () => {
    const answers = Array.from({ length: 3 }, () => ask());
    await expect.poll(() => waiting.length).toBe(MAXIMUM);
    waiting.shift()!.socket!.resetAndDestroy();
    await answerNext();
    await answerNext();
    const outcomes = await Promise.all(answers);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(2);
    expect(everOpened).toBe(MAXIMUM + 1);
  });

  it('end with a request that is called off; one that waits is only forgotten', async () => {
    const stops = Array.from({ length: 3 }, () => new Stop<StopReason>());
    const answers = stops.map((stop) => ask(stop));
    await expect.poll(() => waiting.length).toBe(MAXIMUM);
    stops[2]!.now('gone');
    expect(await answers[2]).toBe('called off');
    stops[0]!.now('deadline');
    expect(await answers[0]).toBe('called off');
    await expect.poll(() => open.size).toBe(1);
    waiting.shift();
    await answerNext();
    expect(await answers[1]).toBe(200);
    expect(everOpened).toBe(MAXIMUM);
  });

  it('are not used for a request that was called off before', async () => {
    const stop = new Stop<StopReason>();
    stop.now('gone');
    expect(await ask(stop)).toBe('called off');
    const next = ask();
    await answerNext();
    expect(await next).toBe(200);
    expect(waiting).toEqual([]);
  });

  it('are one each for requests that may not share, beyond the bound too, and end with them', async () => {
    const answers = Array.from({ length: 3 }, () => connections.askAlone(REQUEST, new Stop()));
    await expect.poll(() => waiting.length).toBe(3);
    for (let count = 0; count < 3; count += 1) await answerNext();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(() => open.size).toBe(0);
  });

  it('end when the node says something unasked', async () => {
    const answer = ask();
    await answerNext();
    expect(await answer).toBe(200);
    expect(open.size).toBe(1);
    for (const socket of open) socket.write('HTTP/1.1 200 OK\r\n\r\n');
    await expect.poll(() => open.size).toBe(0);
  });

  it('are not used again once the node said that it ends them, even where it does not', async () => {
    const head =
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n';
    const first = ask();
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()!.socket!.write(`${head}{}`);
    expect(await first).toBe(200);
    const second = ask();
    await answerNext();
    expect(await second).toBe(200);
    expect(everOpened).toBe(2);
  });

  it('all end when they are closed, and who waits is told', async () => {
    const answers = [ask(), ask(), ask(), connections.askAlone(REQUEST, new Stop()).catch(() => 'ended')];
    await expect.poll(() => waiting.length).toBe(3);
    connections.close();
    expect(await answers[2]).toBe('called off');
    await expect.poll(() => open.size).toBe(0);
  });

  it('get no request line that is more than one line', async () => {
    const node = { host: '127.0.0.1', port: 1 };
    for (const path of ['/a b', '/\r\nX: y', '/\n', '/ü', '']) {
      const options = { node, token: 't', connections, alone: false, stop: new Stop<StopReason>() };
      await expect(exchange({ method: 'GET', path, body: undefined }, options)).rejects.toThrow(TypeError);
    }
    expect(everOpened).toBe(0);
  });
});
