import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockFiles } from './block-files.ts';
import { BUCKETS, CoreStore, HISTORY, type LevelBatch, LevelStore } from '@cairn/chain/storage';
import { openDataDirectory, type DataDirectory } from './data-directory.ts';
import { Chain } from '@cairn/chain';
import { openTestChain } from './test-support.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  dumpIndex,
  mineTestBlock,
  transfer,
} from '@cairn/chain/test-support';
import { verifyChain } from './verify.ts';
import { temporaryFolder } from './folder-test-support.ts';
import { runtime } from './runtime.ts';
import { levelFolder } from './level-folder.ts';
import { nodeHome } from './node-home.ts';

/** Six blocks, closed; each test has a copy. */
let original: string;
let tip: { height: number; id: string };
let index: string[];
/** A next block that is valid except for the signature of one transfer. */
let forged: Uint8Array;
let path: string;
let directory: DataDirectory;

beforeAll(async () => {
  const test = await openTestChain();
  const { chain, dataDirectory } = test;
  for (let nonce = 1; nonce <= 6; nonce += 1)
    await mineTestBlock(chain, [transfer({ from: 1, to: 2, nonce })]);
  forged = buildTestBlock(chain, [{ ...transfer({ from: 1, to: 2, nonce: 7, value: 1n }), value: 2n }]);
  tip = chain.tip();
  index = await dumpIndex(chain);
  original = dataDirectory.path;
  await test.close();
});
afterAll(() => rmSync(original, { recursive: true }));

beforeEach(() => {
  path = temporaryFolder();
  cpSync(original, path, { recursive: true });
  directory = openDataDirectory(path, DEVNET);
});
afterEach(() => directory.close());

const verify = () => verifyChain({ dataDirectory: directory, network: DEVNET });

async function changeCore(change: (batch: LevelBatch) => unknown): Promise<void> {
  const level = await LevelStore.open(levelFolder(directory.core));
  await level.write((batch) => void change(batch));
  await level.close();
}

it('verifying accepts an intact chain, reports progress and leaves nothing behind', async () => {
  const progress: number[] = [];
  const onProgress = ({ bytes, totalBytes }: { bytes: number; totalBytes: number }): void =>
    void progress.push(bytes / totalBytes);
  const signal = AbortSignal.abort(new Error('enough'));
  const options = { dataDirectory: directory, network: DEVNET };
  await expect(verifyChain({ ...options, signal })).rejects.toThrow('enough');
  expect(await verifyChain({ ...options, onProgress })).toEqual({ height: tip.height, id: tip.id });
  expect([progress.length, progress.at(-1)]).toEqual([6, 1]);
  expect(existsSync(join(path, 'verify'))).toBe(false);
});

describe('verifying refuses a chain', () => {
  const entry = HISTORY.key({ address: ACCOUNTS[1]!.address, height: 5, index: 4 });
  /** The bucket of an account: genesis names ten, more than one bucket has. */
  const changeBucket = async (change: (batch: LevelBatch, key: Uint8Array) => unknown): Promise<void> => {
    const core = await CoreStore.open(levelFolder(directory.core), runtime.turn);
    const view = core.view();
    const prefix = view.tree.prefixOf(ACCOUNTS[2]!.address);
    await view.close();
    await core.close();
    await changeCore((batch) => change(batch, BUCKETS.key(prefix)));
  };
  const changeFiles = async (change: (files: BlockFiles) => Promise<unknown>): Promise<void> => {
    const files = await BlockFiles.open(directory.blocks, DEVNET);
    await change(files);
    await files.close();
  };

  it.each<[what: string, harm: () => Promise<unknown>, problem: RegExp]>([
    [
      'with an entry that its blocks do not give',
      () => changeCore((batch) => batch.put(entry, HISTORY.encode(new Uint8Array(32)))),
      /core holds without a block the history entry/,
    ],
    [
      'with an entry of another value',
      () => changeBucket((batch, key) => batch.put(key, new Uint8Array(82))),
      /core holds another value for the bucket entry [0-9a-f]{2}/,
    ],
    [
      'without an entry',
      () => changeBucket((batch, key) => batch.del(key)),
      /core lacks the bucket entry [0-9a-f]{2}/,
    ],
    [
      'that lost blocks which the index has',
      () => changeFiles((files) => files.cut({ ...files.end, offset: files.end.offset - 1 })),
      /core holds/,
    ],
    [
      'of which a transfer has another’s signature, which a rebuild of the index does not see',
      async () => {
        await changeFiles((files) => files.append([forged]));
        directory.close();
        await (await openTestChain({ path })).close();
        directory = openDataDirectory(path, DEVNET);
      },
      /transaction 1: the signature is not valid on devnet/,
    ],
    [
      'whose index is being rebuilt',
      async () => {
        const core = await CoreStore.open(levelFolder(directory.core), runtime.turn);
        await core.setBuilding(true);
        await core.close();
      },
      /is being rebuilt/,
    ],
    [
      'whose index is damaged',
      async () => writeFileSync(join(directory.core, 'CURRENT'), 'nonsense'),
      /is damaged/,
    ],
  ])('%s', async (_, harm, problem) => {
    await harm();
    await expect(verify()).rejects.toThrow(problem);
  });
});

it('an index is made anew of the blocks, whatever it holds', async () => {
  await changeCore((batch) =>
    batch.put(HISTORY.key({ address: ACCOUNTS[1]!.address, height: 5, index: 4 }), new Uint8Array(32)),
  );
  const logger = pino({ level: 'silent' });
  const options = { home: nodeHome(directory), network: DEVNET, logger, clock: () => 0 };
  const core = await Chain.open({ ...options, reindex: true });
  expect(await dumpIndex(core)).toEqual(index);
  await core.close();
});
