import { existsSync, lstatSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { createDevnetClient } from '@cairn/api/devnet';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveControlPort, serveControlSocket } from './control-server.ts';
import { openTestControl } from './test-support.ts';
import { temporaryFolder } from '../home/folder-test-support.ts';

const SILENT = pino({ level: 'silent' });

/** Creates a socket whose process has ended. */
function leaveSocket(path: string): void {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
}

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** `undefined` if there is none. */
  readonly body: unknown;
}

function send(options: RequestOptions, body?: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, agent: false }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => (text += chunk));
      incoming.on('end', () => {
        const { statusCode, headers } = incoming;
        resolve({ status: statusCode!, headers, body: text === '' ? undefined : JSON.parse(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

it('the control socket replaces one that a process left, is for its owner alone, and is removed on close', async () => {
  const { control, chain } = await openTestControl();
  const folder = temporaryFolder();
  await expect(serveControlSocket(control, join(folder, 'x'.repeat(100)), SILENT)).rejects.toThrow(
    /--data-dir/,
  );
  const path = join(folder, 'control.sock');
  leaveSocket(path);
  expect(lstatSync(path).isSocket()).toBe(true);
  const server = await serveControlSocket(control, path, SILENT);
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  const client = createDevnetClient({ socketPath: path });
  expect(await client.state()).toMatchObject({ network: 'devnet', height: 0, mining: { mode: 'manual' } });
  expect((await client.mine({})).state.height).toBe(1);

  const ask = (method: string, target: string, body?: string, type = 'application/json') =>
    send({ socketPath: path, method, path: target, headers: { 'Content-Type': type } }, body);
  expect(await ask('GET', '/devnet/openapi.json')).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
  const long = `{"to":"${'x'.repeat(1_100_000)}"}`;
  for (const [method, target, body, status, error] of [
    ['GET', '/devnet/mine', undefined, 405, 'method_not_allowed'],
    ['POST', '/devnet', '{}', 405, 'method_not_allowed'],
    ['POST', '/devnet/nothing', '{}', 404, 'not_found'],
    ['POST', '/devnet/mine', '{"blocks":', 400, 'invalid_request'],
    ['POST', '/devnet/mine', '{"blocks":99999999}', 400, 'invalid_request'],
    ['POST', '/devnet/mine', '{"to":"me"}', 400, 'invalid_address'],
    ['POST', '/devnet/revert', '{"id":"7"}', 404, 'snapshot_not_found'],
    ['POST', '/devnet/mine', long, 413, 'request_too_large'],
  ] as const)
    expect(await ask(method, target, body)).toMatchObject({ status, body: { error } });
  const plain = await ask('POST', '/devnet/mine', '{}', 'text/plain');
  expect(plain).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } });
  expect(chain.tip().height).toBe(1);
  await server.close();
  expect(existsSync(path)).toBe(false);
});

describe('the control port', () => {
  const TOKEN = 'a-token-of-the-control-port-0123456789';
  const PAGE = 'http://127.0.0.1:4321';
  const BEARER = { Authorization: `Bearer ${TOKEN}` };
  const JSON_BODY = { 'Content-Type': 'application/json' };

  let url: string;
  let height: () => number;
  const releases: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const { control, chain } = await openTestControl((close) => releases.push(close));
    const rights = { token: TOKEN, origins: [PAGE] };
    const server = await serveControlPort(control, { host: '127.0.0.1', port: 0 }, rights, SILENT);
    releases.unshift(() => server.close());
    url = server.url;
    height = () => chain.tip().height;
  });
  afterAll(async () => {
    for (const release of releases) await release();
  });

  it('serves the routes to clients that have the token', async () => {
    const devnet = createDevnetClient({ baseUrl: url, token: TOKEN });
    const before = height();
    expect((await devnet.mine({ blocks: 2 })).state.height).toBe(before + 2);
    expect((await devnet.reorganize({ depth: 1 })).state.height).toBe(before + 3);
  });

  it('refuses everything without the token', async () => {
    const before = height();
    for (const authorization of [undefined, `Bearer ${TOKEN}0`, `Basic ${TOKEN}`]) {
      for (const path of ['/devnet', '/devnet/mine', '/devnet/openapi.json', '/nothing']) {
        const response = await fetch(url + path, {
          method: 'POST',
          headers: { ...JSON_BODY, ...(authorization !== undefined && { Authorization: authorization }) },
          body: '{}',
        });
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        expect(await response.json()).toMatchObject({ error: 'unauthorized' });
      }
    }
    expect(height()).toBe(before);
  });

  // The headers with which browsers mark requests of other sites' pages. A page cannot leave them out; the token is given to
  // show that it would not help.
  it('refuses pages of origins that are not listed', async () => {
    const before = height();
    const requests: [name: string, method: string, headers: Record<string, string>][] = [
      ['a form of another site', 'POST', { Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
      ['a page of another port', 'POST', { Origin: 'http://127.0.0.1:4322', 'Sec-Fetch-Site': 'same-site' }],
      ['a page in a sandbox', 'POST', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
      ['a name made to mean this address', 'GET', { Host: 'evil.example', 'Sec-Fetch-Site': 'same-origin' }],
      ['an origin in capitals', 'POST', { Origin: PAGE.toUpperCase() }],
      ['a listed origin with a path', 'POST', { Origin: `${PAGE}/` }],
      [
        'an image, which has no origin',
        'GET',
        { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
      ],
      ['an address typed by hand', 'GET', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }],
      ['a preflight', 'OPTIONS', { Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST' }],
    ];
    for (const [name, method, headers] of requests) {
      for (const path of ['/devnet', '/devnet/mine']) {
        const { pathname, hostname, port } = new URL(path, url);
        const options = { method, path: pathname, hostname, port, headers: { ...headers, ...BEARER } };
        const answer = await send(options);
        expect({ name, ...answer }).toMatchObject({ name, status: 403, body: { error: 'foreign_origin' } });
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
    expect(height()).toBe(before);
  });

  it('lets a listed page in with the token alone, and lets it read the answer', async () => {
    const { hostname, port } = new URL(url);
    const page = { Origin: PAGE, 'Sec-Fetch-Site': 'same-site' };
    const target = { hostname, port, path: '/devnet/mine' };
    const asked = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    };
    const preflight = await send({ ...target, method: 'OPTIONS', headers: { ...page, ...asked } });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': PAGE,
        'access-control-allow-headers': 'authorization, content-type',
        vary: 'Origin',
      },
    });
    expect(await send({ ...target, method: 'POST', headers: page })).toMatchObject({
      status: 401,
      headers: { 'access-control-allow-origin': PAGE },
    });
    expect(await send({ ...target, method: 'POST', headers: { ...page, ...BEARER } })).toMatchObject({
      status: 200,
      body: { state: { height: height() } },
      headers: { 'access-control-allow-origin': PAGE },
    });
  });
});
