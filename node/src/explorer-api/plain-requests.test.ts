import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock } from '../chain/test-support.ts';
import { sendRaw } from '../http/test-support.ts';
import { SAMPLE_TRANSFER_IDS, startSampleExplorer, type SampleExplorer } from './test-support.ts';

let explorer: SampleExplorer;

beforeAll(async () => {
  explorer = await startSampleExplorer();
});

afterAll(async () => {
  await explorer.close();
});

interface Answered {
  readonly status: string | undefined;
  readonly fields: readonly string[];
  readonly body: string | undefined;
}

/** Status line, headers but for the date, and body of a GET. */
async function ask(target: string, headers: readonly string[]): Promise<Answered> {
  const lines = [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''];
  const [head = '', body] = (await sendRaw(explorer.url, lines.join('\r\n'))).split('\r\n\r\n', 2);
  const [status, ...fields] = head.split('\r\n');
  const sorted = fields.filter((line) => !line.startsWith('Date:')).toSorted();
  expect(sorted.length).toBe(fields.length - 1);
  return { status, fields: sorted, body };
}

/** The short way takes no target in absolute form, which means the same. */
async function bothWays(path: string, headers: readonly string[] = []): Promise<[Answered, Answered]> {
  return [await ask(path, headers), await ask(`http://x${path}`, headers)];
}

const PATHS = [
  '/api/v1/status',
  '/api/v1/features',
  '/api/v1/blocks',
  '/api/v1/blocks?limit=3&offset=2',
  '/api/v1/blocks?before_height=5&limit=2&limit=1',
  '/api/v1/blocks?limit=05',
  '/api/v1/blocks?limit=0',
  '/api/v1/blocks?limit=11',
  '/api/v1/blocks?limit=',
  '/api/v1/blocks?x=1',
  '/api/v1/blocks?constructor=1',
  '/api/v1/blocks?',
  '/api/v1/blocks?limit=1#limit=2',
  '/api/v1/blocks?x=1#&limit=3',
  '/api/v1/blocks/7',
  '/api/v1/blocks/007',
  '/api/v1/blocks/x',
  '/api/v1/blocks/99',
  '/api/v1/blocks/7/transactions',
  '/api/v1/blocks/13/transactions?limit=2&offset=1',
  '/api/v1/blocks/13/nowhere',
  `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]}`,
  `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]!.toUpperCase()}`,
  `/api/v1/transactions/${SAMPLE_TRANSFER_IDS[0]}/proof`,
  `/api/v1/transactions/${'f'.repeat(64)}`,
  `/api/v1/addresses/${ACCOUNTS[1]!.address}`,
  '/api/v1/addresses/x',
  `/api/v1/addresses/${ACCOUNTS[1]!.address}/transactions`,
  '/api/v1/stats',
];

describe('the short way', () => {
  it.each(PATHS)('answers %s as Fastify does', async (path) => {
    const [short, long] = await bothWays(path);
    expect(short).toEqual(long);
  });

  it.each(['Accept-Encoding: gzip', 'Origin: https://x.example', 'If-None-Match: *', 'Content-Length: 0'])(
    'minds %s as Fastify does',
    async (header) => {
      for (const path of PATHS) {
        const [short, long] = await bothWays(path, [header]);
        expect(short).toEqual(long);
      }
    },
  );

  it('sends the same 304', async () => {
    const { etag } = (await explorer.get('/api/v1/blocks')).headers;
    const [short, long] = await bothWays('/api/v1/blocks', [`If-None-Match: ${etag}`]);
    expect(short).toEqual(long);
    expect(short.status).toBe('HTTP/1.1 304 Not Modified');
  });

  it('forgets what it rendered of a block that was stepped back', async () => {
    const { chain } = explorer.testChain;
    const first = await mineTestBlock(chain);
    const path = `/api/v1/blocks/${first.height}`;
    expect((await explorer.get(path)).json).toMatchObject({ block: { id: first.id, confirmations: 1 } });
    await chain.stepBack();
    expect((await explorer.get(path)).status).toBe(404);
    const second = await mineTestBlock(chain, [], { miner: 3 });
    expect(second.id).not.toBe(first.id);
    expect((await explorer.get(path)).json).toMatchObject({ block: { id: second.id, confirmations: 1 } });
    await chain.stepBack();
  });
});
