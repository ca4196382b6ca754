import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock, stepBack, withViewChanges } from '../chain/test-support.ts';
import { sendRaw } from '@cairn/http/test-support';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

/** Shared by all tests, which do not depend on the height of its chain. */
let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
});

afterAll(async () => {
  await explorer.close();
});

const REVALIDATED = 'public, max-age=0, must-revalidate, s-maxage=1';
const ADDRESS = ACCOUNTS[1]!.address;
const CHAIN_PATHS = [
  '/api/v1/blocks',
  '/api/v1/blocks?limit=3',
  '/api/v1/blocks/0',
  '/api/v1/blocks/0/transactions',
  `/api/v1/addresses/${ADDRESS}`,
];

async function tagOf(path: string): Promise<string> {
  const { headers, status } = await explorer.get(path);
  expect([status, headers['cache-control']]).toEqual([200, REVALIDATED]);
  expect(headers.etag).toMatch(/^W\/"[0-9a-z-]+"$/);
  return headers.etag!;
}

async function statusWith(path: string, tag: string): Promise<number> {
  return (await explorer.get(path, { headers: { 'If-None-Match': tag } })).status;
}

describe('an entity tag', () => {
  it.each(CHAIN_PATHS)('of %s answers 304 until the tip changes', async (path) => {
    const tag = await tagOf(path);
    const unchanged = await explorer.get(path, { headers: { 'If-None-Match': tag } });
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
    expect(unchanged.headers).toMatchObject({ etag: tag, 'cache-control': REVALIDATED });
    expect(unchanged.headers.vary).toMatch(/accept-encoding/i);
    expect(unchanged.headers['content-type']).toBeUndefined();
    expect(unchanged.headers['x-content-type-options']).toBe('nosniff');
    await mineTestBlock(explorer.testChain.chain);
    expect(await statusWith(path, tag)).toBe(200);
    expect(await tagOf(path)).not.toBe(tag);
  });

  it('is the earlier one again after a step back', async () => {
    const before = await tagOf('/api/v1/blocks');
    await mineTestBlock(explorer.testChain.chain);
    await stepBack(explorer.testChain.chain);
    expect(await tagOf('/api/v1/blocks')).toBe(before);
  });

  it('is compared weakly, also in a list', async () => {
    const tag = await tagOf('/api/v1/blocks');
    for (const header of [tag.slice(2), `"x", ${tag}`, `${tag} , "y"`]) {
      expect(await statusWith('/api/v1/blocks', header)).toBe(304);
    }
    for (const header of ['"x"', tag.slice(2, -1), '', 'W/""', `"${tag}"`]) {
      expect(await statusWith('/api/v1/blocks', header)).toBe(200);
    }
  });

  it('is the same for all encodings, and other origins get the 304 too', async () => {
    const path = '/api/v1/blocks/0/transactions';
    const Origin = 'https://explorer.example';
    const plain = await explorer.get(path, { headers: { Origin } });
    for (const accepted of ['br', 'gzip', 'identity']) {
      const asked = { 'Accept-Encoding': accepted, 'If-None-Match': plain.headers.etag!, Origin };
      const { status, headers } = await explorer.get(path, { headers: asked });
      expect([status, headers.etag, headers['access-control-allow-origin'], headers.vary]).toEqual([
        304,
        plain.headers.etag,
        '*',
        'accept-encoding',
      ]);
      expect([headers['content-encoding'], headers['content-length']]).toEqual([undefined, undefined]);
    }
  });

  it('may be spread over several header lines', async () => {
    const tag = await tagOf('/api/v1/blocks');
    const head = `GET /api/v1/blocks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    const lines = (...tags: string[]): string => tags.map((one) => `If-None-Match: ${one}\r\n`).join('');
    expect(await sendRaw(explorer.url, `${head}${lines('"x"', tag)}\r\n`)).toMatch(/^HTTP\/1.1 304/);
    expect(await sendRaw(explorer.url, `${head}${lines('"x"', '"y"')}\r\n`)).toMatch(/^HTTP\/1.1 200/);
  });

  it('is the only supported condition: others are ignored', async () => {
    const tag = await tagOf('/api/v1/blocks');
    const date = new Date().toUTCString();
    for (const headers of [{ 'If-Match': tag }, { 'If-Modified-Since': date }, { Range: 'bytes=0-1' }]) {
      expect((await explorer.get('/api/v1/blocks', { headers })).status).toBe(200);
    }
  });

  it('of one resource is not valid for another', async () => {
    const tag = await tagOf('/api/v1/blocks/0');
    expect(await statusWith('/api/v1/blocks/999', tag)).toBe(404);
    expect(await statusWith('/api/v1/blocks', tag)).toBe(200);
  });

  it('does not prevent the refusal of an invalid request', async () => {
    const tag = await tagOf('/api/v1/blocks');
    expect(await statusWith('/api/v1/blocks?limit=0', tag)).toBe(422);
    expect(await statusWith('/api/v1/blocks/x', tag)).toBe(400);
    expect(await statusWith('/api/v1/stats', tag)).toBe(503);
  });

  it('reads only the tip from storage', async () => {
    let isForbidden = false;
    const forbidden = (): never => {
      throw new Error('storage was read');
    };
    const names = [
      'block',
      'heightOfBlock',
      'headers',
      'transactions',
      'findTransaction',
      'account',
    ] as const;
    const watched = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, () =>
        isForbidden ? Object.fromEntries(names.map((name) => [name, forbidden])) : {},
      ),
    }));
    const { id } = explorer.testChain.chain.view.transactions(0, { offset: 1, limit: 1 })![0]!;
    for (const path of [...CHAIN_PATHS, `/api/v1/transactions/${id}`, `/api/v1/transactions/${id}/proof`]) {
      isForbidden = false;
      const { etag } = (await watched.get(path)).headers;
      isForbidden = true;
      expect((await watched.get(path, { headers: { 'If-None-Match': etag! } })).status).toBe(304);
    }
    await watched.close();
  });

  it('of the status also changes with node and index', async () => {
    const tag = await tagOf('/api/v1/status');
    expect(await statusWith('/api/v1/status', tag)).toBe(304);
    explorer.node.syncing = true;
    expect(await statusWith('/api/v1/status', tag)).toBe(200);
    explorer.node.syncing = false;
    explorer.projection.status = { state: 'building', indexedHeight: 0, targetHeight: 0, progress: 0 };
    expect(await statusWith('/api/v1/status', tag)).toBe(200);
    expect(await statusWith('/health', await tagOf('/health'))).toBe(304);
    expect(await statusWith('/api/v1/features', await tagOf('/api/v1/features'))).toBe(304);
  });
});

describe('a block’s bytes', () => {
  it('are immutable if requested by hash, which is their tag', async () => {
    const { id } = explorer.testChain.chain.view.block(0)!;
    const byHash = await explorer.get(`/api/v1/blocks/${id}/raw`);
    expect(byHash.headers).toMatchObject({
      etag: `"${id}"`,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const byHeight = await explorer.get('/api/v1/blocks/0/raw');
    expect(byHeight.headers).toMatchObject({ etag: `"${id}"`, 'cache-control': REVALIDATED });
    await mineTestBlock(explorer.testChain.chain);
    for (const tag of [`"${id}"`, `W/"${id}"`, `"a,b", "${id}"`]) {
      expect(await statusWith('/api/v1/blocks/0/raw', tag)).toBe(304);
      expect(await statusWith(`/api/v1/blocks/${id}/raw`, tag)).toBe(304);
      expect(await statusWith('/api/v1/blocks/999/raw', tag)).toBe(404);
    }
    expect(await statusWith('/api/v1/blocks/1/raw', `"${id}"`)).toBe(200);
  });

  it('that the client already has are not read', async () => {
    const path = '/api/v1/blocks/0/raw';
    const tag = (await explorer.get(path)).headers.etag!;
    const unread = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, () => ({
        readBlock: () => Promise.reject(new Error('a block was read')),
      })),
    }));
    expect((await unread.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    await unread.close();
  });
});

describe('an answer that is not a success', () => {
  it.each(['/nowhere', '/api/v1/blocks/x', '/api/v1/blocks/999', '/api/v1/blocks?limit=0', '/api/v1/stats'])(
    '%s is not kept',
    async (path) => {
      const { headers } = await explorer.get(path);
      expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
    },
  );
});

describe('compression', () => {
  const LARGE = '/api/v1/blocks/0/transactions';

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate, gzip', 'gzip'],
    ['*', 'br'],
    ['identity;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
  ])('for Accept-Encoding %s is %s', async (accepted, encoding) => {
    const plain = await explorer.get(LARGE);
    const response = await explorer.get(LARGE, { headers: { 'Accept-Encoding': accepted } });
    expect(response.headers['content-encoding']).toBe(encoding);
    const decode = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(decode(response.bytes).toString()).toBe(plain.text);
    expect(response.bytes.length).toBeLessThan(plain.bytes.length);
    expect(response.headers.etag).toBe(plain.headers.etag);
    expect(response.headers.vary).toBe('accept-encoding');
  });

  it.each([undefined, '', 'identity', 'deflate', 'gzip;q=0', 'zstd', '*;q=0', ';;,q='])(
    'for Accept-Encoding %s is absent',
    async (accepted) => {
      const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
      const response = await explorer.get(LARGE, { headers });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.headers.vary).toBe('accept-encoding');
      expect(response.json).toMatchObject({ network: 'devnet' });
    },
  );

  it('is not used for small bodies, errors and block bytes', async () => {
    const headers = { 'Accept-Encoding': 'br, gzip' };
    for (const path of ['/health', '/nowhere', '/api/v1/blocks/0', '/api/v1/blocks/0/raw']) {
      const response = await explorer.get(path, { headers });
      expect([path, response.headers['content-encoding']]).toEqual([path, undefined]);
    }
  });

  it('of the documentation’s assets is done once', async () => {
    const { text } = await explorer.get('/docs');
    const [, path] = /src="([^"]+bundle[^"]+)"/.exec(text)!;
    const plain = await explorer.get(path!);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const headers = { 'Accept-Encoding': encoding };
      const [first, again] = [await explorer.get(path!, { headers }), await explorer.get(path!, { headers })];
      expect([first.headers['content-encoding'], first.headers.vary]).toEqual([encoding, 'accept-encoding']);
      expect(decode(first.bytes).equals(plain.bytes)).toBe(true);
      expect(first.bytes.equals(again.bytes)).toBe(true);
      expect(first.headers['content-length']).toBe(String(first.bytes.length));
    }
  });
});
