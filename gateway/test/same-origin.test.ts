import { createServer } from 'node:net';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { Harness, RAW, errorOf, type HeaderValue } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const FOREIGN_ORIGINS: readonly [string, (own: string) => HeaderValue][] = [
  ['null', () => 'null'],
  ['an empty one', () => ''],
  ['another site', () => 'http://evil.example'],
  ['another port of this machine', (own) => own.replace(/\d+$/, '9999')],
  ['https', (own) => own.replace('http:', 'https:')],
  ['localhost', (own) => own.replace('127.0.0.1', 'localhost')],
  ['one with a slash at its end', (own) => `${own}/`],
  ['one that only begins like ours', (own) => `${own}.evil.example`],
  ['ours twice', (own) => [own, own]],
  ['ours and another', (own) => [own, 'http://evil.example']],
  ['ours in capitals', (own) => own.toUpperCase()],
];

const FOREIGN_SITES: readonly [string, HeaderValue][] = [
  ['absent', undefined],
  ['none (typed, bookmarked)', 'none'],
  ['same-site (another port of this machine)', 'same-site'],
  ['cross-site', 'cross-site'],
  ['empty', ''],
  ['in capitals', 'Same-Origin'],
  ['doubled', ['same-origin', 'same-origin']],
  ['doubled with another', ['same-origin', 'cross-site']],
  ['a list', 'same-origin, same-origin'],
];

describe('same origin', () => {
  it.each(FOREIGN_SITES)('Sec-Fetch-Site %s: 403 for reads and submissions', async (_, site) => {
    const headers = { 'Sec-Fetch-Site': site };
    for (const target of [
      '/v1/status',
      '/gateway/config',
      '/assets/index-Ab12.js',
      '/favicon.svg',
      '/nothing',
    ]) {
      expect(errorOf(await harness.send(target, { headers }))).toBe('403 cross_origin');
    }
    expect(errorOf(await harness.submit(undefined, headers))).toBe('403 cross_origin');
    expect(harness.node.requests).toEqual([]);
  });

  it.each(FOREIGN_ORIGINS)('Origin %s: 403 for reads, submissions and the page', async (_, originFrom) => {
    const headers = { Origin: originFrom(harness.origin) };
    expect(errorOf(await harness.send('/v1/status', { headers }))).toBe('403 cross_origin');
    expect(errorOf(await harness.send('/', { headers }))).toBe('403 cross_origin');
    expect(errorOf(await harness.submit(undefined, headers))).toBe('403 cross_origin');
    expect(harness.node.requests).toEqual([]);
  });

  it('a submission needs its Origin, a read does not', async () => {
    harness.node.requests.length = 0;
    expect(errorOf(await harness.submit(undefined, { Origin: undefined }))).toBe('403 cross_origin');
    expect(harness.node.requests).toEqual([]);
    expect((await harness.send('/v1/status')).status).toBe(200);
    expect((await harness.send('/v1/status', { headers: { Origin: harness.origin } })).status).toBe(200);
    expect((await harness.submit()).status).toBe(200);
    expect(harness.node.requests.map(({ body }) => body)).toEqual(['', '', JSON.stringify({ raw: RAW })]);
    harness.node.requests.length = 0;
  });

  it.each([['navigate'], [['cors', 'navigate']]])(
    'a request with the mode %s opens nothing but the page',
    async (mode) => {
      const headers = { 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': 'document' };
      for (const target of ['/v1/status', '/gateway/config', '/assets/index-Ab12.js']) {
        expect(errorOf(await harness.send(target, { headers }))).toBe('403 cross_origin');
      }
      expect(harness.node.requests).toEqual([]);
    },
  );

  it.each(['none', 'same-origin', 'same-site', 'cross-site'])(
    'the page is opened by a top-level navigation from %s',
    async (site) => {
      const headers = {
        'Sec-Fetch-Site': site,
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
        Cookie: undefined,
      };
      const response = await harness.send('/', { headers });
      expect(response.status).toBe(200);
      expect(response.headers['set-cookie']).toBeUndefined();
    },
  );

  it.each<[string, Record<string, HeaderValue>]>([
    ['into a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
    ['into an object', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'object' }],
    ['as an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
    ['as a script', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' }],
    ['by fetch', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
    ['with half of its metadata', { 'Sec-Fetch-Dest': 'document' }],
    ['with the other half', { 'Sec-Fetch-Mode': 'navigate' }],
    [
      'with a doubled destination',
      { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': ['document', 'iframe'] },
    ],
    ['with a doubled mode', { 'Sec-Fetch-Mode': ['navigate', 'cors'], 'Sec-Fetch-Dest': 'document' }],
  ])('the page is not served %s', async (_, metadata) => {
    for (const site of ['cross-site', 'same-site', 'same-origin', undefined]) {
      const response = await harness.send('/', { headers: { 'Sec-Fetch-Site': site, ...metadata } });
      expect(errorOf(response)).toBe('403 cross_origin');
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  });

  it('assets need no cookie', async () => {
    const response = await harness.send('/assets/index-Ab12.js', { headers: { Cookie: undefined } });
    expect(response.status).toBe(200);
    expect(response.body).toBe('export {};');
  });
});

const canUsePort80 = await new Promise<boolean>((resolve) => {
  const server = createServer().on('error', () => resolve(false));
  server.listen(80, '127.0.0.1', () => server.close(() => resolve(true)));
});

it.skipIf(!canUsePort80)('on port 80 the origin has no port, as browsers write it', async () => {
  const own = await Harness.start({ port: 80 });
  expect(own.origin).toBe('http://127.0.0.1');
  expect((await own.submit()).status).toBe(200);
  const moved = await own.send('/', { headers: { Host: 'localhost' } });
  expect([errorOf(moved), moved.headers['location']]).toEqual(['307 moved', 'http://127.0.0.1/']);
  await own.stop();
});
