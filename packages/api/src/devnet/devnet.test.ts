import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readText, sendJson } from '../test-support.ts';
import {
  createDevnetClient,
  devnetRoutes,
  invalidRequest,
  readWeather,
  type DevnetRouteId,
} from './index.ts';

const SNAPSHOT = { id: '1', height: 2, tip_id: 'ab'.repeat(32) };
const messageOf = (
  id: Exclude<DevnetRouteId, 'state' | 'snapshot' | 'dump' | 'weatherLog'>,
  text: string,
): unknown => {
  const { error } = devnetRoutes[id].body.safeParse(JSON.parse(text));
  return error === undefined ? 'accepted' : invalidRequest(error.issues[0]).body['message'];
};

describe('a body of the control socket', () => {
  it.each([
    ['mine', '{}', 'accepted'],
    ['mine', '{"blocks":3,"transactions":false,"interval_seconds":60}', 'accepted'],
    ['mine', '{"block":3}', 'There is no field "block".'],
    ['mine', '{"blocks":0}', 'blocks must be an integer from 1 to 10000.'],
    ['mine', '{"blocks":1.5}', 'blocks must be an integer from 1 to 10000.'],
    ['mine', '{"blocks":"3"}', 'blocks must be an integer from 1 to 10000.'],
    ['mine', '{"transactions":"no"}', 'transactions must be true or false.'],
    ['mine', '[]', 'The body must be a JSON object.'],
    ['revert', '{}', 'id must be a string.'],
    ['reorganize', '{"depth":1,"keep":"some"}', 'keep must be "all" or "none".'],
    ['time', '{}', 'A request must give either advance_seconds or next_timestamp.'],
    [
      'time',
      '{"advance_seconds":1,"next_timestamp":2}',
      'A request must give either advance_seconds or next_timestamp.',
    ],
    ['time', '{"advance_seconds":"1h"}', 'advance_seconds must be an integer from -315360000 to 315360000.'],
    ['fund', '{"address":"d","amount":"12.5"}', 'amount must be decimal digits.'],
    ['fund', '{"address":"d","amount":12}', 'amount must be a string of decimal digits.'],
    ['weather', '{"weather":"storm","seed":7}', 'accepted'],
    ['weather', '{"weather":"sun"}', 'weather must be "none", "calm", "breezy" or "storm".'],
    ['weather', '{"seed":7}', 'A request must give either weather or events.'],
    ['mining', '{"mode":"auto"}', 'mode must be "interval", "on_demand" or "manual".'],
  ] as const)('of %s, %s: %s', (id, text, message) => {
    expect(messageOf(id, text)).toBe(message);
  });
});

describe('a weather by name or file', () => {
  const read = (text: string) => readWeather('events.jsonl', () => text);

  it('is one of the names, or the events of a file, as a log has them', () => {
    expect(readWeather('storm', () => '')).toEqual({ weather: 'storm' });
    const event = { at: 1, event: 'blocks', count: 2 };
    expect(read(`\n${JSON.stringify({ ...event, time: 9, height: 2 })}\n\n`)).toEqual({ events: [event] });
  });

  it.each([
    ['', 'events.jsonl has no event'],
    ['{"at":1', 'events.jsonl, line 1 is not JSON'],
    ['{"at":1,"event":"break"}\n5', 'events.jsonl, line 2 is no event of a weather'],
    ['{"at":1,"event":"sun"}', 'events.jsonl, line 1 is no event of a weather'],
    ['{"at":1,"event":"blocks","count":0}', 'events.jsonl, line 1: count must be an integer from 1 to 100'],
  ])('that is %j: %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('that is neither is refused by its name', () => {
    const gone = () => {
      throw new Error('ENOENT');
    };
    expect(() => readWeather('fog', gone)).toThrow('"fog" is neither');
  });
});

describe('the client', () => {
  let server: Server | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-devnet-client-'));
  afterEach(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('calls a route over the Unix socket, and rejects with ApiError if refused', async () => {
    const seen: string[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      seen.push(`${request.method} ${request.url} ${await readText(request)}`);
      const isKnown = request.url === '/devnet/snapshot';
      const refusal = { error: 'snapshot_not_found', message: 'There is none.' };
      sendJson(response, isKnown ? 200 : 404, isKnown ? SNAPSHOT : refusal);
    };
    server = createServer((request, response) => void answer(request, response));
    const socketPath = join(folder, 'control.sock');
    await new Promise<void>((resolve) => void server!.listen(socketPath, resolve));
    const devnet = createDevnetClient({ socketPath });
    expect(await devnet.snapshot()).toEqual(SNAPSHOT);
    await expect(devnet.revert({ id: '2' })).rejects.toMatchObject({
      code: 'snapshot_not_found',
      status: 404,
    });
    expect(seen).toEqual(['POST /devnet/snapshot ', 'POST /devnet/revert {"id":"2"}']);
  });

  it('sends the token to a control port', async () => {
    const seen: (string | undefined)[] = [];
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`, request.headers.authorization);
      sendJson(response, 200, SNAPSHOT);
    });
    await new Promise<void>((resolve) => void server!.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const devnet = createDevnetClient({ baseUrl: `http://127.0.0.1:${port}`, token: 'secret' });
    expect(await devnet.snapshot()).toEqual(SNAPSHOT);
    expect(seen).toEqual(['POST /devnet/snapshot', 'Bearer secret']);
  });

  it('reports that nothing answers if there is no socket', async () => {
    const devnet = createDevnetClient({ socketPath: join(folder, 'nothing.sock') });
    await expect(devnet.state()).rejects.toMatchObject({ name: 'TransportError', code: 'network' });
  });
});
