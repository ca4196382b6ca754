import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS } from '../../src/chain/test-support.ts';
import { sendRaw } from '@cairn/http/test-support';
import { SAMPLE_IDS, serveSample, type ServedNode } from './served-node.ts';

const ALICE = ACCOUNTS[1]!.address;
const TARGETS = [
  '/health',
  '/api/v1/status',
  '/api/v1/features',
  '/api/v1/blocks',
  '/api/v1/blocks/3',
  '/api/v1/blocks/3/transactions',
  '/api/v1/blocks/3/raw',
  `/api/v1/transactions/${SAMPLE_IDS[0]}`,
  `/api/v1/transactions/${SAMPLE_IDS[0]}/proof`,
  `/api/v1/addresses/${ALICE}`,
  '/api/v1/transactions',
  '/api/v1/addresses',
  `/api/v1/addresses/${ALICE}/transactions`,
  '/api/v1/stats',
  '/openapi.json',
  '/docs',
  '/redoc',
  '/nowhere',
];

let node: ServedNode;

beforeAll(async () => {
  node = await serveSample();
});
afterAll(() => node.remove());

/** Internals that no answer may contain: local paths, stack frames, names of stores. */
const INTERNALS = /\/home\/|\/tmp\/|\/work\/|node_modules|node:internal|\n\s+at |SQLITE|LevelDB|rpc\.token/;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends a raw request. Fails for a 5xx, an unexpected status, or internals in the body. */
async function ask(target: string, head = '', method = 'GET'): Promise<Answer> {
  const request = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n`;
  const response = await sendRaw(node.urls.explorer, request);
  const [, code = ''] = response.split(' ', 2);
  const body = response.slice(response.indexOf('\r\n\r\n') + 4);
  expect([method, target.slice(0, 80), head.slice(0, 60), code]).toEqual([
    method,
    target.slice(0, 80),
    head.slice(0, 60),
    expect.stringMatching(/^(100|200|304|400|404|405|417|422|431)$/),
  ]);
  expect(INTERNALS.test(body)).toBe(false);
  return { status: Number(code), body };
}

const QUERIES = [
  'a'.repeat(15_000),
  '&'.repeat(14_000),
  'a=1&'.repeat(3_500),
  'limit=1&'.repeat(1_700),
  '%'.repeat(15_000),
  'limit=%00',
  'limit=%ff',
  'limit=\xff',
  'limit=1\x01',
  'offset=%C0%AF',
  'limit[]=1&limit[a]=2&limit=3',
  '__proto__=1&constructor=2&toString=3&limit=1',
  'limit=1;offset=2',
  '?limit=1',
  `limit=${'+'.repeat(12_000)}`,
  `limit=${'0'.repeat(12_000)}1`,
  `limit=${'0_'.repeat(6_000)}1`,
  `limit=${'1_'.repeat(5_000)}1`,
  `limit=1.${'0'.repeat(12_000)}`,
  `limit=${'9'.repeat(4_301)}`,
];

/** Requests that the HTTP parser itself rejects. */
const FORBIDDEN = ['limit=\xff', 'limit=1\x01'];

it('no query of any length, form or bytes makes a route fail or leak internals', async () => {
  for (const target of TARGETS) {
    const answers = await Promise.all(QUERIES.map((query) => ask(`${target}?${query}`)));
    if (target === '/nowhere' || /(blocks|transactions|addresses)$/.test(target)) continue;
    // A route ignores unknown parameters; bytes that HTTP forbids are an error.
    const refused = QUERIES.filter((_, index) => answers[index]!.status !== 200);
    expect([target, refused]).toEqual([target, FORBIDDEN]);
  }
});

const HEADERS = [
  'If-None-Match: \r\n',
  'If-None-Match: "\r\n',
  'If-None-Match: W/"\r\n',
  `If-None-Match: ${'"a",'.repeat(3_500)}\r\n`,
  'If-None-Match: "a\xff"\r\n',
  'If-None-Match: ,,,,\r\n',
  'If-Match: "x"\r\n',
  'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n',
  'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT\r\n',
  'Range: bytes=0-0\r\n',
  'Range: bytes=99999999-\r\nIf-Range: "x"\r\n',
  'Accept-Encoding: br;q=1.0, gzip;q=0.9, *;q=0\r\n',
  `Accept-Encoding: ${'gzip,'.repeat(3_000)}\r\n`,
  'Accept-Encoding: *;q=0, identity;q=0\r\n',
  'Accept-Encoding: gzip;q=NaN\r\n',
  'Accept-Encoding: \xff, __proto__, constructor\r\n',
  'Origin: \r\n',
  'Origin: null\r\n',
  `Cookie: ${'a=b;'.repeat(3_000)}\r\n`,
  'X-HTTP-Method-Override: DELETE\r\n',
  'Upgrade: h2c\r\nHTTP2-Settings: AAAA\r\n',
  'Accept-Version: 2\r\n',
  'Content-Type: application/json\r\nContent-Length: 5\r\n\r\n{"a":',
  'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n',
];

it('no header of any form changes an answer, except its encoding', async () => {
  for (const target of TARGETS) {
    const expected = target === '/nowhere' ? 404 : 200;
    const answers = await Promise.all(HEADERS.map((head) => ask(target, head)));
    const statuses = answers.map(({ status }, index) => [HEADERS[index]!.slice(0, 30), status]);
    expect([target, statuses.filter(([, status]) => status !== expected)]).toEqual([target, []]);
  }
});

/** Opens an event stream. @returns its first event */
async function openEvents(headers: string, query = ''): Promise<string> {
  const { hostname, port } = new URL(node.urls.explorer);
  const socket: Socket = connect(Number(port), hostname);
  socket.write(`GET /api/v1/events${query} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  while (
    !/\r\n\r\n[^\n]*retry: 3000\n(id: [\d\w-]+\n)?\n/.test(
      text.replaceAll(/\r\n[0-9a-f]+\r\n(?=retry)/g, '\r\n\r\n'),
    )
  ) {
    await once(socket, 'data');
  }
  socket.destroy();
  return text;
}

it('a stream that resumes from a future or malformed ID begins at the tip', async () => {
  for (const last of ['4294967295', '99999999999', 'x', '%00', '-1', '1,2', '0x1', '\xff', '', ' ']) {
    const text = await openEvents(`Last-Event-ID: ${last}\r\n`);
    expect([last, text.split('\r\n', 1)[0]]).toEqual([last, 'HTTP/1.1 200 OK']);
    expect([last, /\nid: 12-[0-9a-f]{64}\n/.test(text)]).toEqual([last, true]);
  }
  const twice = await openEvents('Last-Event-ID: 3\r\nLast-Event-ID: 4\r\n');
  expect(twice).toMatch(/\nid: 12-[0-9a-f]{64}\n/);
});

it('clients that disconnect during an answer do not affect the node', async () => {
  const { hostname, port } = new URL(node.urls.explorer);
  const disconnectAfter = (target: string, after: number): Promise<unknown> => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n`);
    setTimeout(() => socket.resetAndDestroy(), after);
    return once(socket, 'close');
  };
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      [...TARGETS, '/api/v1/events'].map((target, index) => disconnectAfter(target, (index + round) % 5)),
    );
  }
  expect(node.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  for (const target of TARGETS.slice(0, -1)) expect((await ask(target)).status).toBe(200);
});
