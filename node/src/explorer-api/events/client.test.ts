import { openExplorerEvents, type TipEvent, type TransportError } from '@cairn/api/explorer';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { mineTestBlock } from '@cairn/chain/test-support';
import { startExplorerApi } from '../server.ts';
import { startTestExplorer, type TestExplorer } from '../test-support.ts';
import { EVENT_LIMITS } from '@cairn/chain/explorer';

let opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.toReversed()) await close();
  opened = [];
});

const RETRY = [20, 100] as const;

async function start(...options: Parameters<typeof startTestExplorer>): Promise<TestExplorer> {
  const explorer = await startTestExplorer(...options);
  opened.push(() => explorer.close());
  return explorer;
}

/** Follows an API and records the events. */
function follow(baseUrl: string, lastHeight?: number) {
  const heard = { heights: [] as number[], connection: [] as boolean[], errors: [] as TransportError[] };
  const states: string[] = [];
  const stream = openExplorerEvents({
    baseUrl,
    lastHeight,
    retryMs: RETRY,
    onTip: ({ height }: TipEvent) => heard.heights.push(height),
    onIndex: ({ state }) => states.push(state),
    onConnection: (isOpen) => heard.connection.push(isOpen),
    onError: (error) => heard.errors.push(error),
  });
  opened.push(() => stream.close());
  return { ...heard, states, stream };
}

it('reports tips and index states, starting after the known height', async () => {
  const explorer = await start(undefined, undefined, { ...EVENT_LIMITS, indexCheckMs: 20 });
  await mineTestBlock(explorer.testChain.chain);
  const { heights, states, connection, stream } = follow(explorer.url, 0);
  await expect.poll(() => heights).toEqual([1]);
  expect(connection).toEqual([true]);
  explorer.projection.status = { state: 'building', indexedHeight: 0, targetHeight: 1, progress: 0 };
  await expect.poll(() => states).toEqual(['building']);
  await mineTestBlock(explorer.testChain.chain);
  await expect.poll(() => heights).toEqual([1, 2]);
  expect(stream.lastHeight).toBe(2);
});

it('reconnects after the server has restarted, and gets the missed events', async () => {
  const explorer = await start();
  const { chain } = explorer.testChain;
  const serve = (port: number) => startExplorerApi(explorer.context, { host: '127.0.0.1', port });
  const first = await serve(0);
  const { heights, connection } = follow(first.url);
  await expect.poll(() => connection).toEqual([true]);
  await mineTestBlock(chain);
  await expect.poll(() => heights).toEqual([1]);
  await first.close();
  await expect.poll(() => connection).toEqual([true, false]);
  await mineTestBlock(chain);
  await mineTestBlock(chain);
  const again = await serve(Number(new URL(first.url).port));
  opened.push(() => again.close());
  await expect.poll(() => heights).toEqual([1, 2, 3]);
  expect(connection).toEqual([true, false, true]);
});

/** A server that is no API. @returns its URL */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('ignores events that the contract does not allow', async () => {
  let response: ServerResponse | undefined;
  const url = await serve((_request, opening) => {
    response = opening.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': hello\n\n');
  });
  const { heights, errors, connection, stream } = follow(url);
  await expect.poll(() => connection).toEqual([true]);
  for (const data of ['{', '{"height":1}', '5', '"tip"']) response!.write(`event: tip\ndata: ${data}\n\n`);
  await expect.poll(() => errors.map(({ code }) => code)).toEqual(Array(4).fill('unexpected_shape'));
  stream.close();
  await once(response!, 'close');
  expect([heights, stream.lastHeight, connection]).toEqual([[], undefined, [true]]);
});

it('asks a server that refuses it less and less often, until it is accepted', async () => {
  const asked: number[] = [];
  const url = await serve((_request, response) => {
    asked.push(performance.now());
    if (asked.length <= 6) response.writeHead(503).end();
    else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': here\n\n');
  });
  const connection: boolean[] = [];
  const onConnection = (isConnected: boolean) => void connection.push(isConnected);
  const stream = openExplorerEvents({ baseUrl: url, retryMs: [50, 400], onConnection });
  opened.push(() => stream.close());
  await expect.poll(() => connection).toEqual([true]);
  // At least 25 + 50 + 100 + 200 + 200, each timer perhaps a millisecond early.
  expect(asked[5]! - asked[0]!).toBeGreaterThan(570);
});

it('closed while it connects, opens no other stream', async () => {
  const asked: string[] = [];
  const left = Promise.withResolvers<void>();
  const url = await serve((request, response) => {
    asked.push(request.url!);
    if (request.url === '/last') response.end();
    else response.on('close', () => left.resolve());
  });
  const stream = openExplorerEvents({ baseUrl: url, retryMs: [1, 1] });
  await expect.poll(() => asked.length).toBe(1);
  stream.close();
  await left.promise;
  for (let more = 0; more < 10; more += 1) await fetch(`${url}/last`);
  expect(new Set(asked.slice(1))).toEqual(new Set(['/last']));
});
