import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTls, startNginx, missingForNginx, type Change, type NginxProcess } from './nginx-process.ts';

const missing = missingForNginx();
if (missing !== undefined) process.stderr.write(`Skipped, ${missing}: the time limits of publishing\n`);

/** The operator's time limits in deploy/nginx, shortened for the test. */
const SHORTER: readonly Change[] = [
  ['client_header_timeout 10s;', 'client_header_timeout 1s;'],
  ['proxy_read_timeout 30s;', 'proxy_read_timeout 1s;'],
  ['keepalive_timeout 60s;', 'keepalive_timeout 1s;'],
];

describe.skipIf(missing !== undefined)('the time limits in front of a published Explorer API', () => {
  /** Accepts every request and answers none. */
  let silent: Server;
  const held = new Set<Socket>();
  let nginx: NginxProcess;

  beforeAll(async () => {
    silent = createServer((socket) => {
      held.add(socket);
      socket.on('error', () => socket.destroy()).resume();
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    nginx = await startNginx(`127.0.0.1:${(silent.address() as AddressInfo).port}`, SHORTER);
  });

  afterAll(async () => {
    await nginx?.close();
    for (const socket of held) socket.destroy();
    silent?.close();
  });

  it('a node that does not answer causes a 504 in JSON, readable by any page', async () => {
    const { status, headers, text } = await getTls(nginx.url, '/api/v1/status', {
      headers: { Origin: 'https://page.example' },
    });
    expect([status, JSON.parse(text)]).toMatchObject([504, { error: 'node_timeout' }]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'retry-after': '5',
    });
  });

  it.each([
    ['sends nothing', ''],
    [
      'sends only the beginning of a request',
      'GET /health HTTP/1.1\r\nHost: explorer.example.org\r\nX-Slow: ',
    ],
  ])('a client that %s is disconnected', async (_what, bytes) => {
    const { hostname, port } = new URL(nginx.url);
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
    socket.on('error', () => undefined).resume();
    await once(socket, 'secureConnect');
    socket.write(bytes);
    const began = Date.now();
    await once(socket, 'close');
    // nginx's default is a minute.
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});
