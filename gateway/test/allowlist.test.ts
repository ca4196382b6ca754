import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, Harness, RAW, errorOf } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
beforeEach(() => {
  harness.node.requests.length = 0;
});
afterAll(() => harness.stop());

const HISTORY = `/v1/accounts/${ADDRESS}/transactions`;

describe('the allowlist', () => {
  it.each([
    '/v1/status',
    `/v1/accounts/${ADDRESS}`,
    HISTORY,
    `${HISTORY}?limit=20`,
    `${HISTORY}?cursor=latest`,
    `${HISTORY}?limit=-1&cursor=v1.aB_-9`,
  ])('forwards GET %s unchanged', async (target) => {
    expect((await harness.send(target)).status).toBe(200);
    expect(harness.node.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `GET ${target}`,
    ]);
  });

  it.each([
    [`${HISTORY}?`, `${HISTORY}?`],
    [`${HISTORY}?&limit=1&`, `${HISTORY}?limit=1`],
    [`${HISTORY}?limit`, `${HISTORY}?limit=`],
  ])('forwards %s as %s, built anew', async (target, built) => {
    expect((await harness.send(target)).status).toBe(200);
    expect(harness.node.requests.map(({ target }) => target)).toEqual([built]);
  });

  it('forwards a submission', async () => {
    expect((await harness.submit()).status).toBe(200);
    expect(harness.node.requests).toMatchObject([
      { method: 'POST', target: '/v1/transactions', body: JSON.stringify({ raw: RAW }) },
    ]);
  });

  it.each([
    '/health',
    '/v1/blocks/1',
    '/v1/blocks',
    '/v1/statusX',
    '/v1/status/',
    '/v1/status/x',
    '/v1/status;x',
    '/v1/Status',
    '/V1/status',
    '/x/v1/status',
    '/v1',
    '/v1/accounts',
    '/v1/accounts/',
    `/v1/accounts/${ADDRESS}/`,
    `/v1/accounts/${ADDRESS}/transactions/`,
    `/v1/accounts/${ADDRESS}/transactions/x`,
    `/v1/accounts/${ADDRESS}/blocks`,
    `/v1/accounts/${'a'.repeat(65)}`,
    '/v1/accounts/a-b',
    '/v1/accounts/a@b',
    '/v1/accounts/a;b',
    '/.build-stamp',
    '/assets',
    '/assets/',
    '/assets/nothing.js',
    '/gateway',
    '/gateway/accessX',
    '/gateway/configX',
    '/gateway/session/',
    '/gateway/sessions',
    '/api/v1/status',
    '/openapi.json',
    '/__proto__',
  ])('%s is not found', async (target) => {
    expect(errorOf(await harness.send(target))).toBe('404 not_found');
    expect(harness.node.requests).toEqual([]);
  });

  it.each(['/v1/transactionsX', '/v1/transactions/', '/v1/transactions/x'])(
    'POST %s is not found',
    async (target) => {
      const shape = { method: 'POST', body: JSON.stringify({ raw: RAW }) };
      expect(errorOf(await harness.send(target, shape))).toBe('404 not_found');
      expect(harness.node.requests).toEqual([]);
    },
  );

  it.each([
    ['/v1/status?', 'invalid_query'],
    ['/v1/status?x=1', 'invalid_query'],
    ['/gateway/config?x', 'invalid_query'],
    ['/assets/index-Ab12.js?v=1', 'invalid_query'],
    [`/v1/accounts/${ADDRESS}?limit=1`, 'invalid_query'],
    [`${HISTORY}?x=1`, 'invalid_query'],
    [`${HISTORY}?limit=1&x=1`, 'invalid_query'],
    [`${HISTORY}?limit=1&limit=2`, 'invalid_query'],
    [`${HISTORY}?Limit=1`, 'invalid_query'],
    [`${HISTORY}?limit[]=1`, 'invalid_query'],
    [`${HISTORY}?__proto__=1`, 'invalid_query'],
    [`${HISTORY}?limit=1?cursor=2`, 'invalid_limit'],
    [`${HISTORY}?limit=+5`, 'invalid_limit'],
    [`${HISTORY}?cursor=a=b`, 'invalid_cursor'],
    [`${HISTORY}?cursor=/v1/blocks`, 'invalid_cursor'],
    [`${HISTORY}?cursor=${'a'.repeat(1_025)}`, 'invalid_cursor'],
  ])('%s has an invalid query: 400 %s', async (target, error) => {
    expect(errorOf(await harness.send(target))).toBe(`400 ${error}`);
    expect(harness.node.requests).toEqual([]);
  });

  it('refuses a query of the page', async () => {
    const response = await harness.send('/?launch=x', { headers: { 'Sec-Fetch-Site': undefined } });
    expect(errorOf(response)).toBe('400 invalid_query');
  });

  it("tells the page its network and the explorer's address, and nothing else", async () => {
    const response = await harness.send('/gateway/config');
    expect(JSON.parse(response.body)).toEqual({ network: 'devnet', explorer_url: 'http://127.0.0.1:4321' });
    expect(harness.node.requests).toEqual([]);
  });
});
