import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockFiles } from '../storage/block-files.ts';
import { CoreStore } from '../storage/core-store.ts';
import { openDataDirectory, type DataDirectory } from '../storage/data-directory.ts';
import { BUCKETS, HISTORY } from '../storage/layout.ts';
import { LevelStore, type LevelBatch } from '../storage/level.ts';
import { Chain } from './chain.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  dumpIndex,
  mineTestBlock,
  openTestChain,
  transfer,
} from './test-support.ts';
import { verifyChain } from './verify.ts';

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
  path = mkdtempSync(join(tmpdir(), 'cairn-verify-'));
  cpSync(original, path, { recursive: true });
  directory = openDataDirectory(path, DEVNET);
});
afterEach(() => {
  directory.close();
  rmSync(path, { recursive: true });
});

const verify = () => verifyChain({ dataDirectory: directory, network: DEVNET });

async function changeCore(change: (batch: LevelBatch) => unknown): Promise<void> {
  const level = await LevelStore.open(directory.core);
  await level.write((batch) => void change(batch));
  await level.close();
}

/** The prefix of the bucket that has an account. */
async function prefixOf(address: string): Promise<string> {
  const core = await CoreStore.open(directory.core);
  const view = core.view();
  const prefix = view.tree.prefixOf(address);
  await view.close();
  await core.close();
  return prefix;
}

describe('verifying a chain', () => {
  it('accepts an intact one, reports progress and leaves nothing behind', async () => {
    const progress: number[] = [];
    const onProgress = ({ bytes, totalBytes }: { bytes: number; totalBytes: number }): void => {
      progress.push(bytes / totalBytes);
    };
    const verified = await verifyChain({ dataDirectory: directory, network: DEVNET, onProgress });
    expect(verified).toEqual({ height: tip.height, id: tip.id });
    expect(progress).toHaveLength(6);
    expect(progress.at(-1)).toBe(1);
    expect(existsSync(join(path, 'verify'))).toBe(false);
    expect(await verify()).toEqual(verified);
  });

  it('checks signatures, which a rebuild of the index does not', async () => {
    const files = await BlockFiles.open(directory.blocks, DEVNET);
    await files.append([forged]);
    await files.close();
    directory.close();
    await (await openTestChain({ path })).close();
    directory = openDataDirectory(path, DEVNET);
    await expect(verify()).rejects.toThrow('transaction 1: the signature is not valid on devnet');
  });

  it('names an entry that the index lacks, has in excess, or has with another value', async () => {
    const entry = HISTORY.key({ address: ACCOUNTS[1]!.address, height: 5, index: 4 });
    const unknown = (batch: LevelBatch) => batch.put(entry, HISTORY.encode(new Uint8Array(32)));
    await changeCore(unknown);
    await expect(verify()).rejects.toThrow('core holds without a block the history entry');
    await changeCore((batch) => batch.del(entry));
    const { address } = ACCOUNTS[2]!;
    // Genesis names ten accounts: more than one bucket.
    const prefix = await prefixOf(address);
    await changeCore((batch) => batch.put(BUCKETS.key(prefix), new Uint8Array(82)));
    await expect(verify()).rejects.toThrow(
      `core holds another value for the bucket entry ${Buffer.from(prefix).toString('hex')}`,
    );
    await changeCore((batch) => batch.del(BUCKETS.key(prefix)));
    await expect(verify()).rejects.toThrow(
      `core lacks the bucket entry ${Buffer.from(prefix).toString('hex')}`,
    );
    const core = await Chain.open({
      dataDirectory: directory,
      network: DEVNET,
      logger: pino({ level: 'silent' }),
      clock: () => 0,
      reindex: true,
    });
    expect(await dumpIndex(core)).toEqual(index);
    await core.close();
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      'lost blocks that the index has',
      async () => {
        const files = await BlockFiles.open(directory.blocks, DEVNET);
        const { file, offset } = files.end;
        await files.cut({ file, offset: offset - 1 });
        await files.close();
      },
      'core holds',
    ],
    [
      'has an index that is being rebuilt',
      async () => {
        const core = await CoreStore.open(directory.core);
        await core.setBuilding(true);
        await core.close();
      },
      'is being rebuilt',
    ],
    [
      'has a damaged index',
      async () => writeFileSync(join(directory.core, 'CURRENT'), 'nonsense'),
      'is damaged',
    ],
  ])('refuses one that %s', async (_, harm, problem) => {
    await harm();
    await expect(verify()).rejects.toThrow(problem);
  });

  it('can be aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(verifyChain({ dataDirectory: directory, network: DEVNET, signal })).rejects.toThrow(
      'enough',
    );
    expect(existsSync(join(path, 'verify'))).toBe(false);
  });
});
