/** What passes the checks, and what each pass refuses (docs/spec/GATEWAY.md), over raw sockets. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_KEY_HEADER } from '@cairn/api/gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ADDRESS, errorOf, Harness, pageKeyOf, RAW, type HeaderValue, type Shape } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
beforeEach(() => {
  harness.node.requests.length = 0;
});
afterAll(() => harness.stop());

const STATUS = '/v1/status';
const FILE = '/assets/index-Ab12.js';
const HISTORY = `/v1/accounts/${ADDRESS}/transactions`;
const SUBMISSION = JSON.stringify({ raw: RAW });
/** What a page without a session learns. */
const CLOSED = '{"open":false,"launch_secret":true}';
const OWN_ROUTES = [STATUS, '/gateway/config', '/gateway/browsers'];

/** The answer to a request that must not reach the node. */
async function refusal(target: string, shape: Shape = {}): Promise<string> {
  const answer = errorOf(await harness.send(target, shape));
  expect(harness.node.requests).toEqual([]);
  return answer;
}
const refusedSubmission = (headers: Shape['headers'], body = SUBMISSION) =>
  refusal('/v1/transactions', { method: 'POST', body, ...(headers && { headers }) });

describe('what passes', () => {
  it.each([
    STATUS,
    `/v1/accounts/${ADDRESS}`,
    HISTORY,
    `${HISTORY}?cursor=latest`,
    `${HISTORY}?limit=-1&cursor=v1.aB_-9`,
  ])('GET %s is forwarded unchanged', async (target) => {
    expect((await harness.send(target)).status).toBe(200);
    expect(harness.node.requests).toMatchObject([{ method: 'GET', target }]);
  });

  it.each([
    [`${HISTORY}?`, `${HISTORY}?`],
    [`${HISTORY}?&limit=1&`, `${HISTORY}?limit=1`],
    [`${HISTORY}?limit`, `${HISTORY}?limit=`],
  ])('GET %s is forwarded as %s, built anew', async (sent, target) => {
    expect((await harness.send(sent)).status).toBe(200);
    expect(harness.node.requests).toMatchObject([{ target }]);
  });

  it.each<[string, string, Shape['headers']]>([
    ['as the page sends it', SUBMISSION, {}],
    ['with white space', ` {\r\n\t"raw" : "${RAW}"\n} `, {}],
    ['with the key twice', `{"raw":"00","raw":"${RAW}"}`, {}],
    ['with an escaped key', `{"r\\u0061w":"${RAW}"}`, {}],
    ['with a charset', SUBMISSION, { 'Content-Type': 'application/json;charset=UTF-8' }],
    ['with a type in capitals', SUBMISSION, { 'Content-Type': 'Application/JSON' }],
    ['of 4,096 bytes', SUBMISSION.padEnd(4_096, ' '), {}],
  ])('a submission %s is written anew for the node', async (_, body, headers) => {
    expect((await harness.submit(body, headers)).status).toBe(200);
    const request = { method: 'POST', target: '/v1/transactions', body: SUBMISSION };
    expect(harness.node.requests).toMatchObject([request]);
  });

  it("the page reads its network and the explorer's address, and nothing else", async () => {
    const { body } = await harness.send('/gateway/config');
    const config = { network: 'devnet', explorer_url: 'http://127.0.0.1:4321', kept: null };
    expect(JSON.parse(body)).toEqual(config);
  });

  it('and the development accounts of a devnet that has its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-gateway-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const developmentAccounts = join(folder, 'development-accounts.json');
    writeFileSync(developmentAccounts, JSON.stringify({ mnemonic: 'some words', count: 3, balance: null }));
    const own = await Harness.start({ developmentAccounts });
    onTestFinished(() => own.stop());
    const { body } = await own.send('/gateway/config');
    expect(JSON.parse(body)).toMatchObject({ development: { mnemonic: 'some words', count: 3 } });
    // Read before it listens: a request that came between found no app.
    const { port } = own;
    const nowhere = own.openGateway({ port, developmentAccounts: join(folder, 'nothing.json') });
    await expect(nowhere).rejects.toThrow('There are no development accounts');
  });
});

describe('pass 2, the target', () => {
  it.each([
    'http://127.0.0.1/v1/status',
    'evil.example:443',
    'v1/status',
    '*',
    '?x',
    '#x',
    'foo://evil.example',
  ])('%s is not a path', async (target) =>
    expect(await refusal(target)).toMatch(/^400 (invalid_target|malformed_request)$/),
  );

  it('in absolute form is refused even where it names this gateway', async () => {
    expect(await refusal(`${harness.origin}/v1/status`)).toBe('400 invalid_target');
  });

  it.each([
    '/v1/%73tatus',
    '/v1/%2e%2e/v1/status',
    '/v1%2fstatus',
    '/v1/%252e%252e/status',
    `${HISTORY}?limit=%35`,
    '/v1\\status',
    '/\\evil.example/v1/status',
    '/v1/status#',
    '//v1/status',
    '/v1//status',
    '//evil.example/v1/status',
    '/./v1/status',
    '/v1/status/.',
    '/v1/../v1/status',
    `${HISTORY}/../../../blocks/1`,
    '/..',
    '/assets/../index.html',
    '/v1/stat\xfcs',
  ])('%s is not in its plain form', async (target) => {
    expect(await refusal(target)).toMatch(/^(404 not_found|400 malformed_request)$/);
  });

  it('is checked before all else', async () => {
    const headers = { Host: 'evil.example', Cookie: undefined, 'Sec-Fetch-Site': 'cross-site' };
    expect(await refusal('/v1//status', { headers })).toBe('404 not_found');
  });
});

describe('pass 3, the host', () => {
  it.each<[string, (port: number) => HeaderValue]>([
    ['a name that was rebound to this address', (port) => `evil.example:${port}`],
    ['none', () => undefined],
    ['an empty one', () => ''],
    ['the own one twice', (port) => [`127.0.0.1:${port}`, `127.0.0.1:${port}`]],
    ['a second, foreign one', (port) => [`127.0.0.1:${port}`, 'evil.example']],
    ['two in one line', (port) => `127.0.0.1:${port}, evil.example`],
    ['no port', () => '127.0.0.1'],
    ['another port', (port) => `127.0.0.1:${port + 1}`],
    ['the port with a zero before it', (port) => `127.0.0.1:0${port}`],
    ['user info', (port) => `user@127.0.0.1:${port}`],
    ['a trailing dot', (port) => `127.0.0.1.:${port}`],
    ['another spelling of the address', (port) => `127.1:${port}`],
    ['another loopback address', (port) => `127.0.0.2:${port}`],
    ['the other address family', (port) => `[::1]:${port}`],
    ['localhost', (port) => `localhost:${port}`],
  ])('%s is refused', async (_, hostAt) => {
    const headers = { Host: hostAt(harness.port), 'X-Forwarded-Host': harness.host };
    expect(await refusal(STATUS, { headers })).toBe('421 misdirected_request');
  });

  it('is checked for page and files too', async () => {
    const headers = { Host: `evil.example:${harness.port}` };
    for (const target of ['/', FILE])
      expect(await refusal(target, { headers })).toBe('421 misdirected_request');
  });

  it.each<[string, string, string, (port: number) => string]>([
    ['307 moved', 'GET', '/', (port) => `localhost:${port}`],
    ['421 misdirected_request', 'GET', '/', (port) => `LOCALHOST:${port}`],
    ['421 misdirected_request', 'POST', '/', (port) => `localhost:${port}`],
    ['421 misdirected_request', 'GET', '/?x', (port) => `localhost:${port}`],
    ['421 misdirected_request', 'GET', FILE, (port) => `localhost:${port}`],
  ])(
    'localhost is redirected only where it opens the page: %s for %s %s',
    async (answer, method, target, hostAt) => {
      const response = await harness.send(target, { method, headers: { Host: hostAt(harness.port) } });
      expect(errorOf(response)).toBe(answer);
      expect(response.headers['location']).toBe(answer === '307 moved' ? `${harness.origin}/` : undefined);
      expect(response.headers['set-cookie']).toBeUndefined();
    },
  );
});

const canUsePort80 = await new Promise<boolean>((resolve) => {
  const server = createServer().on('error', () => resolve(false));
  server.listen(80, '127.0.0.1', () => server.close(() => resolve(true)));
});
it.skipIf(!canUsePort80)('on port 80 host and origin have no port, as browsers write them', async () => {
  const own = await Harness.start({ port: 80 });
  expect(own.origin).toBe('http://127.0.0.1');
  expect((await own.submit()).status).toBe(200);
  const moved = await own.send('/', { headers: { Host: 'localhost' } });
  expect([errorOf(moved), moved.headers['location']]).toEqual(['307 moved', 'http://127.0.0.1/']);
  await own.stop();
});

describe('pass 4, the method', () => {
  it.each([
    ['/', 'GET', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']],
    [FILE, 'GET', ['POST', 'OPTIONS']],
    ['/gateway/config', 'GET', ['POST', 'OPTIONS']],
    [STATUS, 'GET', ['POST', 'PUT', 'OPTIONS']],
    [HISTORY, 'GET', ['POST', 'DELETE']],
    ['/v1/transactions', 'POST', ['GET', 'PUT', 'DELETE', 'OPTIONS']],
    ['/gateway/session', 'POST', ['GET', 'PUT', 'DELETE', 'OPTIONS']],
    ['/gateway/browsers/keep', 'POST', ['GET', 'OPTIONS']],
    ['/v1/blocks/1', 'GET, POST', ['DELETE']],
  ])('at %s is %s, and nothing else', async (target, allowed, others) => {
    for (const method of others) {
      const headers = { 'X-HTTP-Method-Override': allowed, 'Access-Control-Request-Method': 'POST' };
      const response = await harness.send(target, { method, body: '{}', headers });
      expect(errorOf(response)).toBe('405 method_not_allowed');
      expect(response.headers['allow']).toBe(allowed);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(harness.node.requests).toEqual([]);
  });

  it('HEAD is refused without a body', async () => {
    const { bytes, closed } = await harness.sendRaw(harness.render(STATUS, { method: 'HEAD' }));
    expect(bytes).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n(.+\r\n)*Allow: GET\r\n(.+\r\n)*\r\n$/);
    expect(closed).toBe(true);
  });

  it('is not overridden', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])
      expect((await harness.send(STATUS, { headers: { [name]: 'POST' } })).status).toBe(200);
    expect(new Set(harness.node.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });
});

describe('pass 5, the same origin', () => {
  it.each<[string, HeaderValue]>([
    ['absent', undefined],
    ['none (typed, bookmarked)', 'none'],
    ['same-site (another port of this machine)', 'same-site'],
    ['cross-site', 'cross-site'],
    ['empty', ''],
    ['in capitals', 'Same-Origin'],
    ['doubled', ['same-origin', 'same-origin']],
    ['doubled with another', ['same-origin', 'cross-site']],
    ['a list', 'same-origin, same-origin'],
  ])('Sec-Fetch-Site %s is refused for reads and submissions', async (_, site) => {
    const headers = { 'Sec-Fetch-Site': site };
    for (const target of [...OWN_ROUTES, FILE, '/favicon.svg', '/nothing'])
      expect(await refusal(target, { headers })).toBe('403 cross_origin');
    for (const path of ['/v1/transactions', '/gateway/session'])
      expect(await refusal(path, { method: 'POST', body: SUBMISSION, headers })).toBe('403 cross_origin');
  });

  it.each<[string, (own: string) => HeaderValue]>([
    ['null', () => 'null'],
    ['empty', () => ''],
    ['another site', () => 'http://evil.example'],
    ['another port of this machine', (own) => own.replace(/\d+$/, '9999')],
    ['https', (own) => own.replace('http:', 'https:')],
    ['localhost', (own) => own.replace('127.0.0.1', 'localhost')],
    ['with a slash at its end', (own) => `${own}/`],
    ['that only begins like ours', (own) => `${own}.evil.example`],
    ['ours twice', (own) => [own, own]],
    ['ours and another', (own) => [own, 'http://evil.example']],
    ['ours in capitals', (own) => own.toUpperCase()],
  ])('Origin %s is refused for reads, submissions and the page', async (_, originFrom) => {
    const headers = { Origin: originFrom(harness.origin) };
    for (const target of [STATUS, '/']) expect(await refusal(target, { headers })).toBe('403 cross_origin');
    expect(await refusedSubmission(headers)).toBe('403 cross_origin');
  });

  it('a submission needs its Origin, a read does not', async () => {
    expect(await refusedSubmission({ Origin: undefined })).toBe('403 cross_origin');
    expect((await harness.send(STATUS, { headers: { Origin: harness.origin } })).status).toBe(200);
  });

  it.each([['navigate'], [['cors', 'navigate']]])('the mode %s opens nothing but the page', async (mode) => {
    const headers = { 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': 'document' };
    for (const target of [...OWN_ROUTES, FILE])
      expect(await refusal(target, { headers })).toBe('403 cross_origin');
  });

  const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  it.each(['none', 'same-origin', 'same-site', 'cross-site'])(
    'the page is opened by a top-level navigation from %s',
    async (site) => {
      const headers = { 'Sec-Fetch-Site': site, ...navigation, Cookie: undefined };
      const response = await harness.send('/', { headers });
      expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    },
  );

  it.each<[string, Record<string, HeaderValue>]>([
    ['into a frame', { ...navigation, 'Sec-Fetch-Dest': 'iframe' }],
    ['as an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
    ['by fetch', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
    ['with half of its metadata', { 'Sec-Fetch-Dest': 'document' }],
    ['with the other half', { 'Sec-Fetch-Mode': 'navigate' }],
    ['with a doubled destination', { ...navigation, 'Sec-Fetch-Dest': ['document', 'iframe'] }],
    ['with a doubled mode', { ...navigation, 'Sec-Fetch-Mode': ['navigate', 'cors'] }],
  ])('the page is not served %s', async (_, metadata) => {
    for (const site of ['cross-site', 'same-site', 'same-origin', undefined])
      expect(await refusal('/', { headers: { 'Sec-Fetch-Site': site, ...metadata } })).toBe(
        '403 cross_origin',
      );
  });
});

describe('pass 6, the cookie', () => {
  it('is given for the launch secret: 256 bits, HttpOnly, SameSite=Strict, the whole path, no domain, the port in its name', async () => {
    const cookie = (await harness.enter()).headers['set-cookie']!;
    const [pair, ...attributes] = cookie.split('; ');
    expect(pair).toMatch(new RegExp(`^cairn_gateway_${harness.port}=[A-Za-z0-9_-]{43}$`));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict']);
    // The same for every browser of one process.
    expect((await harness.enter()).headers['set-cookie']).toBe(cookie);
    for (const target of [FILE, '/gateway/config', STATUS, '/nothing'])
      expect((await harness.send(target)).headers['set-cookie']).toBeUndefined();
  });

  it.each<[string, (own: string) => HeaderValue]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['without a value', (own) => own.replace(/=.*/, '=')],
    ['without an equals sign', (own) => own.replace(/=.*/, '')],
    ['cut short', (own) => own.slice(0, -1)],
    ['with another last character', (own) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
    ['too long', (own) => `${own}A`],
    ['in quotes', (own) => own.replace(/=(.*)/, '="$1"')],
    ['under another port’s name', (own) => own.replace(/\d+=/, '1=')],
    ['under its name in capitals', (own) => own.replace(/^[a-z_]+/, (name) => name.toUpperCase())],
    ['doubled', (own) => `${own}; ${own}`],
    ['doubled, with another value second', (own) => `${own}; ${own.replace(/=.*/, '=x')}`],
    ['doubled, with another value first', (own) => `${own.replace(/=.*/, '=x')}; ${own}`],
    ['doubled in a second line', (own) => [own, own]],
  ])('%s is no session', async (_, cookieFrom) => {
    const headers = { Cookie: cookieFrom(harness.cookie) };
    for (const target of OWN_ROUTES) expect(await refusal(target, { headers })).toBe('403 session_expired');
    expect(await refusedSubmission(headers)).toBe('403 session_expired');
    expect((await harness.send('/gateway/access', { headers })).body).toBe(CLOSED);
    expect((await harness.send(FILE, { headers })).body).toBe('export {};');
  });

  it("is found among other servers' cookies, not in the query, and known to the page", async () => {
    const headers = { Cookie: `theme=dark; ${harness.cookie};session=cairn_gateway_${harness.port}=x` };
    expect((await harness.send('/gateway/access', { headers })).body).toBe(CLOSED.replace('false', 'true'));
    expect(await refusal(`${STATUS}?${harness.cookie}`, { headers: { Cookie: undefined } })).toBe(
      '403 session_expired',
    );
  });
});

describe('pass 6, the page key', () => {
  it('comes with the cookie: 256 bits, another one with each exchange', async () => {
    const keys = [harness.pageKey, pageKeyOf(await harness.enter()), pageKeyOf(await harness.enter())];
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys)
      expect((await harness.send(STATUS, { headers: { [PAGE_KEY_HEADER]: key } })).status).toBe(200);
  });

  it.each<[string, (own: string) => HeaderValue]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['cut short', (own) => own.slice(0, -1)],
    ['with another last character', (own) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
    ['too long', (own) => `${own}A`],
    ['in quotes', (own) => `"${own}"`],
    ['doubled', (own) => [own, own]],
    ['doubled, with a wrong one second', (own) => [own, 'x']],
    ['doubled, with a wrong one first', (own) => ['x', own]],
    ['a list', (own) => `${own}, ${own}`],
    ['the cookie’s value', () => harness.cookie.split('=')[1]],
  ])('%s is no session, whoever has the cookie', async (_, keyFrom) => {
    const headers = { [PAGE_KEY_HEADER]: keyFrom(harness.pageKey) };
    for (const target of OWN_ROUTES) expect(await refusal(target, { headers })).toBe('403 session_expired');
    expect(await refusedSubmission(headers)).toBe('403 session_expired');
    for (const [path, body] of [
      ['keep', '{"keep":true}'],
      ['revoke', '{"id":"x"}'],
    ] as const)
      expect(await refusal(`/gateway/browsers/${path}`, { method: 'POST', body, headers })).toBe(
        '403 session_expired',
      );
    expect((await harness.send('/gateway/access', { headers })).body).toBe(CLOSED);
  });

  it('alone is no session either, not in a cookie nor in the query', async () => {
    expect(await refusal(STATUS, { headers: { Cookie: undefined } })).toBe('403 session_expired');
    const inCookie = { Cookie: `${harness.cookie}; ${PAGE_KEY_HEADER}=${harness.pageKey}` };
    for (const headers of [inCookie, {}])
      expect(
        await refusal(`${STATUS}?${PAGE_KEY_HEADER}=${harness.pageKey}`, {
          headers: { ...headers, [PAGE_KEY_HEADER]: undefined },
        }),
      ).toBe('403 session_expired');
  });

  it('is not sent to the node', async () => {
    await harness.send(STATUS);
    expect(JSON.stringify(harness.node.requests)).not.toContain(harness.pageKey);
  });
});

describe('pass 7, the allowlist', () => {
  it.each([
    '/health',
    '/v1/blocks/1',
    '/v1/statusX',
    '/v1/status/',
    '/v1/status/x',
    '/v1/status;x',
    '/v1/Status',
    '/x/v1/status',
    '/v1',
    '/v1/accounts/',
    `/v1/accounts/${ADDRESS}/`,
    `${HISTORY}/x`,
    `/v1/accounts/${ADDRESS}/blocks`,
    `/v1/accounts/${'a'.repeat(65)}`,
    '/v1/accounts/a-b',
    '/.build-stamp',
    '/assets',
    '/assets/',
    '/assets/nothing.js',
    '/gateway',
    '/gateway/configX',
    '/gateway/session/',
    '/api/v1/status',
    '/__proto__',
  ])('%s is not found', async (target) => expect(await refusal(target)).toBe('404 not_found'));

  it.each(['/v1/transactionsX', '/v1/transactions/'])('POST %s is not found', async (target) => {
    expect(await refusal(target, { method: 'POST', body: SUBMISSION })).toBe('404 not_found');
  });

  it.each([
    ['/v1/status?', 'invalid_query'],
    ['/gateway/config?x', 'invalid_query'],
    [`${FILE}?v=1`, 'invalid_query'],
    [`/v1/accounts/${ADDRESS}?limit=1`, 'invalid_query'],
    [`${HISTORY}?limit=1&x=1`, 'invalid_query'],
    [`${HISTORY}?limit=1&limit=2`, 'invalid_query'],
    [`${HISTORY}?Limit=1`, 'invalid_query'],
    [`${HISTORY}?__proto__=1`, 'invalid_query'],
    [`${HISTORY}?limit=1?cursor=2`, 'invalid_limit'],
    [`${HISTORY}?limit=+5`, 'invalid_limit'],
    [`${HISTORY}?cursor=/v1/blocks`, 'invalid_cursor'],
    [`${HISTORY}?cursor=${'a'.repeat(1_025)}`, 'invalid_cursor'],
  ])('%s has an invalid query: %s', async (target, error) =>
    expect(await refusal(target)).toBe(`400 ${error}`),
  );

  it('refuses a query of the page', async () => {
    expect(await refusal('/?launch=x', { headers: { 'Sec-Fetch-Site': undefined } })).toBe(
      '400 invalid_query',
    );
  });
});

describe('pass 8, the body', () => {
  const form = 'application/x-www-form-urlencoded';
  it.each<[string, Record<string, HeaderValue>, string]>([
    ['no length', { 'Content-Length': undefined }, '411 length_required'],
    ['4,097 bytes', { 'Content-Length': '4097' }, '413 request_too_large'],
    ['more than 2^53 bytes', { 'Content-Length': '9007199254740993' }, '413 request_too_large'],
    ...[
      undefined,
      form,
      'application/json-patch+json',
      'text/plain; application/json',
      ['application/json', 'text/plain'],
      'application/json; charset=utf-16',
    ].map((type): [string, Record<string, HeaderValue>, string] => [
      `the type ${String(type)}`,
      { 'Content-Type': type },
      '415 unsupported_media_type',
    ]),
    ['an encoding', { 'Content-Encoding': 'gzip' }, '415 unsupported_media_type'],
  ])('of a submission with %s is refused unread', async (_, headers, answer) => {
    expect(await refusedSubmission(headers)).toBe(answer);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'raw'],
    ['an empty object', '{}'],
    ['an array', `["${RAW}"]`],
    ['null', '{"raw":null}'],
    ['425 characters', JSON.stringify({ raw: RAW.slice(1) })],
    ['428 characters', JSON.stringify({ raw: `${RAW}00` })],
    ['a character that is not hex', JSON.stringify({ raw: `${RAW.slice(1)}g` })],
    ['another key', JSON.stringify({ tx: RAW })],
    ['a second key', JSON.stringify({ raw: RAW, x: 1 })],
    ['a second object after it', SUBMISSION + SUBMISSION],
    ['a digit of another script', JSON.stringify({ raw: `${RAW.slice(1)}\xb2` })],
  ])('of %s is no transaction', async (_, body) => {
    expect(await refusedSubmission({}, body)).toBe('400 invalid_transaction_encoding');
  });

  it('whose client leaves before its end is not submitted, even if it is already valid', async () => {
    const headers = { 'Content-Length': `${SUBMISSION.length + 1}` };
    const head = harness.render('/v1/transactions', { method: 'POST', headers });
    await harness.sendRaw(head + SUBMISSION, { patience: 100 });
    expect((await harness.send(STATUS)).status).toBe(200);
    expect(harness.node.requests).toMatchObject([{ method: 'GET' }]);
  });
});
