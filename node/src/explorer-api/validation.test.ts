import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

let explorer: TestExplorer;

beforeAll(async () => {
  explorer = await startTestExplorer();
});

afterAll(async () => {
  await explorer.close();
});

const PARSING = 'Input should be a valid integer, unable to parse string as an integer';

describe('a query parameter outside of its bounds', () => {
  it.each<[string, string]>([
    [
      '/api/v1/blocks?limit=0',
      '{"detail":[{"type":"greater_than_equal","loc":["query","limit"],"msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}}]}',
    ],
    [
      '/api/v1/blocks?limit=11',
      '{"detail":[{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 10","input":"11","ctx":{"le":10}}]}',
    ],
    [
      '/api/v1/blocks?offset=-1',
      '{"detail":[{"type":"greater_than_equal","loc":["query","offset"],"msg":"Input should be greater than or equal to 0","input":"-1","ctx":{"ge":0}}]}',
    ],
    [
      '/api/v1/blocks?offset=2147483648',
      '{"detail":[{"type":"less_than_equal","loc":["query","offset"],"msg":"Input should be less than or equal to 2147483647","input":"2147483648","ctx":{"le":2147483647}}]}',
    ],
    [
      '/api/v1/blocks?before_height=4294967296',
      '{"detail":[{"type":"less_than_equal","loc":["query","before_height"],"msg":"Input should be less than or equal to 4294967295","input":"4294967296","ctx":{"le":4294967295}}]}',
    ],
    [
      '/api/v1/blocks?before_height=&limit=abc&offset=1.5',
      `{"detail":[{"type":"int_parsing","loc":["query","limit"],"msg":"${PARSING}","input":"abc"},{"type":"int_parsing","loc":["query","offset"],"msg":"${PARSING}","input":"1.5"},{"type":"int_parsing","loc":["query","before_height"],"msg":"${PARSING}","input":""}]}`,
    ],
    [
      '/api/v1/blocks/0/transactions?limit=101',
      '{"detail":[{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 100","input":"101","ctx":{"le":100}}]}',
    ],
  ])('%s is 422 with exactly this body', async (path, body) => {
    const response = await explorer.get(path);
    expect(response.status).toBe(422);
    expect(response.text).toBe(body);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('a query parameter within its bounds', () => {
  it.each(['5', '05', '%2B5'])('limit=%s is 5', async (input) => {
    const response = await explorer.get(`/api/v1/blocks?limit=${input}`);
    expect(response.json).toMatchObject({ pagination: { limit: 5 } });
  });

  it('takes its last value; unknown parameters are ignored', async () => {
    const response = await explorer.get('/api/v1/blocks?limit=abc&foo=%zz&limit=3&LIMIT=9');
    expect(response.json).toMatchObject({ pagination: { limit: 3 } });
  });

  it('may follow an empty query', async () => {
    for (const path of ['/api/v1/blocks?', '/api/v1/blocks?&&', '/api/v1/blocks?=']) {
      expect((await explorer.get(path)).status).toBe(200);
    }
  });
});

describe('the order of checks', () => {
  it('is query, then path, then index', async () => {
    explorer.projection.status = { state: 'building', indexedHeight: 0, targetHeight: 9, progress: 10 };
    expect((await explorer.get('/api/v1/blocks/x/transactions?limit=0')).status).toBe(422);
    expect((await explorer.get('/api/v1/addresses/x/transactions?limit=0')).status).toBe(422);
    expect((await explorer.get('/api/v1/transactions?limit=0')).status).toBe(422);
    expect((await explorer.get('/api/v1/addresses/x/transactions')).status).toBe(400);
    expect((await explorer.get('/api/v1/transactions')).status).toBe(503);
  });
});

describe('the indexed routes', () => {
  const address = 'ADDRESS';
  const PATHS = [
    '/api/v1/transactions',
    '/api/v1/addresses',
    `/api/v1/addresses/${address}/transactions`,
    '/api/v1/stats',
  ];

  async function answers(): Promise<[number, string][]> {
    const { block } = (await explorer.get('/api/v1/blocks/0')).json as { block: { miner: string } };
    const responses = await Promise.all(
      PATHS.map((path) => explorer.get(path.replace(address, block.miner))),
    );
    return responses.map(({ status, text }) => [status, text]);
  }

  it.each<['disabled' | 'building' | 'error', string]>([
    [
      'disabled',
      '{"error":"explorer_index_disabled","index":{"state":"disabled","enabled":false,"ready":false}}',
    ],
    [
      'building',
      '{"error":"explorer_index_building","index":{"state":"building","enabled":true,"ready":false}}',
    ],
    ['error', '{"error":"explorer_index_error","index":{"state":"error","enabled":true,"ready":false}}'],
  ])('are 503 while the index is %s', async (state, body) => {
    explorer.projection.status = { state, indexedHeight: -1, targetHeight: -1, progress: 0 };
    expect(await answers()).toEqual(PATHS.map(() => [503, body]));
    for (const path of ['/health', '/api/v1/status', '/api/v1/blocks', '/api/v1/blocks/0/transactions']) {
      expect((await explorer.get(path)).status).toBe(200);
    }
  });

  it('are 503 without a state if a ready index cannot be read', async () => {
    explorer.projection.status = { state: 'ready', indexedHeight: 0, targetHeight: 0, progress: 100 };
    expect(await answers()).toEqual(PATHS.map(() => [503, '{"error":"explorer_index_unavailable"}']));
  });
});
