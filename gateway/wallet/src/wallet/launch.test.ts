import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AddressBar, exchangeLaunchSecret, isLaunchAddress } from './launch.ts';

const SECRET = 'aB3_-'.repeat(9).slice(0, 43);

let server: Server;
let origin: string;
let status: number;
let received: string[];
beforeEach(async () => {
  status = 200;
  received = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(status).end('{"open":true}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** An address bar that records each change, with the number of requests that were sent before it. */
function barAt(hash: string) {
  const replaced: string[] = [];
  const bar: AddressBar = {
    hash,
    replace: (path) => replaced.push(`${path} after ${received.length} requests`),
  };
  return { bar, replaced };
}

describe('the launch address', () => {
  test('is removed from the address bar, then its secret is sent', async () => {
    const { bar, replaced } = barAt(`#launch=${SECRET}`);
    expect(await exchangeLaunchSecret(origin, bar)).toBe('accepted');
    expect(replaced).toEqual(['/ after 0 requests']);
    expect(received).toEqual([`POST /gateway/session {"secret":"${SECRET}"}`]);
  });

  test.each([
    [403, 'refused'],
    [404, 'refused'],
  ] as const)('answered with %i is %s', async (answer, result) => {
    status = answer;
    expect(await exchangeLaunchSecret(origin, barAt(`#launch=${SECRET}`).bar)).toBe(result);
  });

  test('without a gateway is refused', async () => {
    const { bar, replaced } = barAt(`#launch=${SECRET}`);
    expect(await exchangeLaunchSecret('http://127.0.0.1:1', bar)).toBe('refused');
    expect(replaced).toHaveLength(1);
  });

  test.each([
    '',
    '#/send',
    '#launch=',
    `#launch=${SECRET}x`,
    `#launch=${SECRET.slice(1)}`,
    `#/launch=${SECRET}`,
  ])('is not "%s": nothing is sent or replaced', async (hash) => {
    const { bar, replaced } = barAt(hash);
    expect(isLaunchAddress(hash)).toBe(false);
    expect(await exchangeLaunchSecret(origin, bar)).toBe('none');
    expect([...received, ...replaced]).toEqual([]);
  });
});
