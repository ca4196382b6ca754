import { explorerAdditions, explorerRoutes } from '@cairn/api/explorer';
import { rpcRoutes } from '@cairn/api/rpc';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from '../src/explorer-api/test-support.ts';
import { parseRaw, sendRaw } from '@cairn/http/test-support';
import { startTestRpc, TOKEN, type TestRpc } from '../src/local-rpc/test-support.ts';

const { events: _stream, ...additions } = explorerAdditions;
const EXPLORER_ROUTES = Object.values({ ...explorerRoutes, ...additions });

let explorer: TestExplorer;
let rpc: TestRpc;

beforeAll(async () => {
  [explorer, rpc] = await Promise.all([startTestExplorer(), startTestRpc()]);
});
afterAll(async () => {
  await Promise.all([explorer.close(), rpc.close()]);
});

/** Any bytes except those that end the request target or the line. */
const bytes = fc
  .array(fc.integer({ min: 1, max: 255 }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes.filter((code) => ![10, 13, 32].includes(code))));

/** A route's path with any bytes in place of its parameters, after it, or in its query. */
function targets(routes: readonly { readonly path: string }[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('', ...routes.map(({ path }) => path)), bytes, bytes, fc.boolean())
    .map(
      ([path, value, tail, isQuery]) => `${path.replace(/\{[a-z_]+\}/, value)}${isQuery ? '?' : ''}${tail}`,
    )
    .map((target) => (target.startsWith('/') ? target : `/${target}`));
}

/** Sends a raw request. */
async function ask(
  url: string,
  target: string,
  headers: string,
): Promise<{ status: number; isJson: boolean }> {
  const text = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n`;
  const response = await sendRaw(url, text);
  const status = Number(response.split(' ', 2)[1]);
  return { status, isJson: /content-type: application\/(json|problem)/i.test(response) };
}

describe('any bytes as a request target', () => {
  it('get a defined answer of the Explorer API, and it stays alive', async () => {
    await fc.assert(
      fc.asyncProperty(targets(EXPLORER_ROUTES), async (target) => {
        const { status, isJson } = await ask(explorer.url, target, '');
        expect([target, status]).toEqual([target, expect.toBeOneOf([200, 400, 404, 422, 503])]);
        if (status !== 200) expect(isJson).toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(explorer.log.filter((line) => line.includes('request failed'))).toEqual([]);
    expect((await explorer.get('/health')).status).toBe(200);
  });

  it('get a defined answer of the private RPC, and it stays alive', async () => {
    await fc.assert(
      fc.asyncProperty(targets(Object.values(rpcRoutes)), fc.boolean(), async (target, authorized) => {
        const headers = authorized ? `Authorization: Bearer ${TOKEN}\r\n` : '';
        const { status, isJson } = await ask(rpc.url, target, headers);
        expect([target, status]).toEqual([target, expect.toBeOneOf([200, 400, 401, 404, 405, 422])]);
        expect(isJson).toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(rpc.log.filter((line) => line.includes('request failed'))).toEqual([]);
    expect((await rpc.get('/v1/status')).status).toBe(200);
  });
});

describe('any bytes as a whole request', () => {
  it('get 400 in JSON or no answer, from both interfaces', async () => {
    const junk = fc
      .uint8Array({ minLength: 1, maxLength: 200 })
      // A server ignores empty lines before a request and waits for more.
      .filter((octets) => octets.some((octet) => octet !== 10 && octet !== 13))
      .map((octets) => String.fromCharCode(...octets, 13, 10, 13, 10));
    await fc.assert(
      fc.asyncProperty(junk, async (text) => {
        for (const url of [explorer.url, rpc.url]) {
          const response = await sendRaw(url, text);
          if (response === '') continue;
          const { status, json } = parseRaw(response);
          expect(status).toBeOneOf([400, 431]);
          expect(json).toHaveProperty('error');
        }
      }),
      { numRuns: 150 },
    );
    expect((await explorer.get('/health')).status).toBe(200);
    expect((await rpc.get('/health')).status).toBe(200);
  });
});
