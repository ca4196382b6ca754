import { afterEach, beforeEach, expect, it } from 'vitest';
import { mineTestBlock } from '../chain/test-support.ts';
import { ProjectionError } from '../projection/index.ts';
import { BlockTexts } from './block-texts.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

let explorer: TestExplorer;
let texts: BlockTexts;
/** Paths of the routes that moments were opened for. */
let opened: string[];
let isAway: boolean;

beforeEach(async () => {
  opened = [];
  isAway = false;
  explorer = await startTestExplorer((context) => {
    const { chain } = context;
    const indexStatus = (): ReturnType<typeof context.indexStatus> => context.indexStatus();
    texts = new BlockTexts(chain);
    return {
      openMoment: async ({ route }) => {
        opened.push(route.path);
        if (isAway) throw new ProjectionError('storage_failed', 'the database is away');
        return { chain, indexStatus, indexReader: () => undefined, blockTexts: texts };
      },
    };
  });
  for (let block = 0; block < 5; block += 1) await mineTestBlock(explorer.testChain.chain);
});

afterEach(async () => {
  await explorer.close();
  texts.close();
});

it.each([
  ['what is there', '/api/v1/blocks/0', 200, {}],
  ['what is not there', '/api/v1/blocks/9', 404, {}],
  ['what has to be compressed', '/api/v1/blocks', 200, { 'Accept-Encoding': 'gzip' }],
  ['what is too small for that', '/api/v1/blocks/0', 200, { 'Accept-Encoding': 'gzip' }],
])('a moment is opened once for %s', async (_what, path, expected, headers) => {
  const { status } = await explorer.get(path, { headers });
  expect([status, opened.length]).toEqual([expected, 1]);
});

it('a database that is away is asked once, and that is a 503', async () => {
  isAway = true;
  const { status } = await explorer.get('/api/v1/blocks');
  expect([status, opened.length]).toEqual([503, 1]);
});
