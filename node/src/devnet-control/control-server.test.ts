import { existsSync, lstatSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createDevnetClient, shortSocketPath } from '@cairn/api/devnet';
import { expectSame } from '@cairn/chain/memory/test-support';
import { send } from '@cairn/http/test-support';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveControlPort, serveControlSocket } from './control-server.ts';
import { openTestControl } from './test-support.ts';
import { temporaryFolder } from '../home/folder-test-support.ts';

const SILENT = pino({ level: 'silent' });
const JSON_BODY = { 'Content-Type': 'application/json' };

/** Creates a socket whose process has ended. */
function leaveSocket(path: string): void {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script]);
}

it('the control socket replaces one that a process left, is for its owner alone, and is removed on close', async () => {
  const { devnet, control, chain } = await openTestControl();
  const folder = temporaryFolder();
  await expect(serveControlSocket(control, join(folder, 'x'.repeat(100)), SILENT)).rejects.toThrow(
    /--data-dir/,
  );
  const path = join(folder, 'control.sock');
  expect(shortSocketPath(path)).toBe(path); // needs no current folder
  leaveSocket(path);
  expect(lstatSync(path).isSocket()).toBe(true);
  const server = await serveControlSocket(control, path, SILENT);
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  const client = createDevnetClient({ socketPath: path });
  expect(await client.state()).toMatchObject({ network: 'devnet', height: 0, mining: { mode: 'manual' } });
  expect((await client.mine({})).state.height).toBe(1);

  const ask = (
    method: string,
    target: string,
    body: string | Uint8Array = '',
    headers: Record<string, string> = {},
  ) =>
    send('http://socket', target, { socketPath: path, method, headers: { ...JSON_BODY, ...headers }, body });
  expect(await ask('GET', '/devnet/openapi.json')).toMatchObject({ status: 200, json: { openapi: '3.1.0' } });
  const long = await ask('POST', '/devnet/mine', `{"to":"${'x'.repeat(1_100_000)}"}`);
  expect(long).toMatchObject({ status: 413, json: { error: 'request_too_large' } });
  const of = (type: string) => ({ 'Content-Type': type });
  for (const [method, target, body, status, error, headers = {}] of [
    ['GET', '/devnet/mine', '', 405, 'method_not_allowed'],
    ['POST', '/devnet', '{}', 405, 'method_not_allowed'],
    ['POST', '/devnet/nothing', '{}', 404, 'not_found'],
    ['POST', '/devnet/mine', '{"blocks":', 400, 'invalid_request'],
    ['POST', '/devnet/mine', Uint8Array.of(0x22, 0xff, 0x22), 400, 'invalid_request'],
    ['POST', '/devnet/mine', '{"blocks":99999999}', 400, 'invalid_request'],
    ['POST', '/devnet/mine', '{"to":"me"}', 400, 'invalid_address'],
    ['POST', '/devnet/revert', '{"id":"7"}', 404, 'snapshot_not_found'],
    ['POST', '/devnet/reorganize', '{"depth":100}', 422, 'invalid_depth'],
    ['POST', '/devnet/mine', '{}', 415, 'unsupported_media_type', of('text/plain')],
    ['POST', '/devnet/mine', '{}', 415, 'unsupported_media_type', of('application/json; charset=latin1')],
    ['POST', '/devnet/mine', '{"blocks":0}', 415, 'unsupported_media_type', { 'Content-Encoding': 'gzip' }],
  ] as const) {
    const response = await ask(method, target, body, headers);
    expect([target, response.status, response.json]).toMatchObject([target, status, { error }]);
    // Without a server it is the same.
    await expectSame(
      devnet,
      'devnet',
      target,
      { method, headers: { ...JSON_BODY, ...headers }, body },
      response,
    );
  }
  expect(chain.tip().height).toBe(1);
  await server.close();
  expect(existsSync(path)).toBe(false);
});

describe('the control port', () => {
  const TOKEN = 'a-token-of-the-control-port-0123456789';
  const PAGE = 'http://127.0.0.1:4321';
  const BEARER = { Authorization: `Bearer ${TOKEN}` };

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
        const response = await send(url, path, { method, headers: { ...headers, ...BEARER } });
        expect([name, response.status, response.json]).toMatchObject([
          name,
          403,
          { error: 'foreign_origin' },
        ]);
        expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
    expect(height()).toBe(before);
  });

  it('lets a listed page in with the token alone, and lets it read the answer', async () => {
    const page = { Origin: PAGE, 'Sec-Fetch-Site': 'same-site' };
    const ask = (method: string, headers: Record<string, string>) =>
      send(url, '/devnet/mine', { method, headers: { ...page, ...headers } });
    const asked = {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    };
    const preflight = await ask('OPTIONS', asked);
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': PAGE,
        'access-control-allow-headers': 'authorization, content-type',
        vary: 'Origin',
      },
    });
    expect(await ask('POST', {})).toMatchObject({
      status: 401,
      headers: { 'access-control-allow-origin': PAGE },
    });
    expect(await ask('POST', BEARER)).toMatchObject({
      status: 200,
      json: { state: { height: height() } },
      headers: { 'access-control-allow-origin': PAGE },
    });
  });
});
