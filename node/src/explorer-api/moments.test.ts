import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChainTip } from '../chain/chain-reader.ts';
import { mineTestBlock } from '../chain/test-support.ts';
import { withChanges } from '../http/test-support.ts';
import { ProjectionError } from '../projection/index.ts';
import { BlockTexts } from './block-texts.ts';
import { startTestExplorer, type TestExplorer } from './test-support.ts';

let explorer: TestExplorer;
let texts: BlockTexts;
/** Paths of the routes that moments were opened for. */
let opened: string[];
let isAway: boolean;
/** Whether the API itself does not know the tip, as one whose database is away. */
let isTipUnknown: boolean;
/** Where the chain of a moment ends, if that is not where the API's does. */
let tipOfMoments: ChainTip | undefined;

beforeEach(async () => {
  opened = [];
  isAway = false;
  isTipUnknown = false;
  tipOfMoments = undefined;
  explorer = await startTestExplorer((context) => {
    const { chain } = context;
    const indexStatus = (): ReturnType<typeof context.indexStatus> => context.indexStatus();
    texts = new BlockTexts(chain);
    const tip = (): ChainTip | undefined => {
      if (isTipUnknown) throw new ProjectionError('storage_failed', 'the database is away');
      return chain.tip();
    };
    return {
      chain: withChanges(chain, { tip }),
      openMoment: async ({ route }) => {
        opened.push(route.path);
        if (isAway) throw new ProjectionError('storage_failed', 'the database is away');
        const moment = withChanges(chain, { tip: () => tipOfMoments ?? chain.tip() });
        return { chain: moment, indexStatus, indexReader: () => undefined, blockTexts: texts };
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

it('an index whose database is away says so, before anything is asked of it', async () => {
  explorer.projection.status = { state: 'error', indexedHeight: -1, targetHeight: -1, progress: 0 };
  isTipUnknown = true;
  const { status, json } = await explorer.get('/api/v1/transactions');
  expect([status, json, opened]).toEqual([
    503,
    expect.objectContaining({ error: 'explorer_index_error' }),
    [],
  ]);
});

it("remembers nothing of a moment that is not the API's own", async () => {
  const { chain } = explorer.testChain;
  tipOfMoments = { height: 3, id: chain.blockSummary(3)!.id };
  const heights = async (): Promise<number[]> => {
    const { json } = await explorer.get('/api/v1/blocks?limit=1');
    return (json as { items: { height: number }[] }).items.map(({ height }) => height);
  };
  for (let round = 0; round < 3; round += 1) expect(await heights()).toEqual([3]);
  tipOfMoments = undefined;
  for (let round = 0; round < 3; round += 1) expect(await heights()).toEqual([5]);
  expect(opened).toHaveLength(5); // the third of the newest ones was remembered
});
