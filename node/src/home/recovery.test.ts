import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { receiveBlock } from '@cairn/chain';
import { BLOCKS, BUCKETS, LEFT, type LevelBatch, LevelStore, recordHeader, TIP } from '@cairn/chain/storage';
import { openTestChain, type TestChain } from './test-support.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  dumpIndex,
  mineBranch,
  mineTestBlock,
  transfer,
} from '@cairn/chain/test-support';
import { temporaryFolder } from './folder-test-support.ts';
import { levelFolder } from './level-folder.ts';

const SMALL_FILE = 2_000;

/** A chain of nine blocks over several small block files. */
async function openNine(miner = 9): Promise<TestChain> {
  const opened = await openTestChain({ maxBlockFileSize: SMALL_FILE });
  for (let nonce = 1; nonce <= 9; nonce += 1)
    await mineTestBlock(opened.chain, [transfer({ from: 1, to: 2, nonce })], { miner });
  return opened;
}

let test: TestChain;
let before: string[];
let path: string;

/** What `openNine` left; each test has a copy. */
let original: string;
/** The same after a kill: the whole index is in LevelDB's log. */
let killed: string;
/** Like `killed`, but the whole index is in tables. */
let killedWithTables: string;
/** Log lines since the test began. */
let lines: string[];
beforeAll(async () => {
  test = await openNine();
  before = await dumpIndex(test.chain);
  original = test.dataDirectory.path;
  killed = `${original}-killed`;
  cpSync(original, killed, { recursive: true });
  await test.close();
  killedWithTables = `${original}-tables`;
  path = `${original}-open`;
  cpSync(original, path, { recursive: true });
  await reopen();
  cpSync(path, killedWithTables, { recursive: true });
  await test.close();
  rmSync(path, { recursive: true });
});
afterAll(() => {
  for (const folder of [original, killed, killedWithTables]) rmSync(folder, { recursive: true });
});

beforeEach(() => {
  lines = [];
  path = temporaryFolder();
  cpSync(original, path, { recursive: true });
});

/** Starts from the directory that a process left. */
function startFrom(left: string): void {
  rmSync(path, { recursive: true });
  cpSync(left, path, { recursive: true });
  lines = [];
}

function fileOfCore(part: string): string {
  const name = readdirSync(join(path, 'core')).find((file) => file.includes(part))!;
  return join(path, 'core', name);
}

function blockFiles(): string[] {
  return readdirSync(join(path, 'blocks')).toSorted();
}

async function reopen(onFatal?: (error: Error) => void): Promise<void> {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  test = await openTestChain({ path, maxBlockFileSize: SMALL_FILE, logger, onFatal });
}

/** Number of rebuilt indexes; distinguishes repaired damage from undetected damage. */
const rebuilds = (): number => lines.filter((line) => line.includes('made anew')).length;

async function expectTwinState(): Promise<void> {
  expect(await dumpIndex(test.chain)).toEqual(before);
  await mineTestBlock(test.chain);
  expect(test.chain.tip().height).toBe(10);
  await test.close();
}

const blockFile = (number: number): string => join(path, 'blocks', blockFiles().at(number)!);
const core = (): string => join(path, 'core');
const removeCore = (): void => rmSync(core(), { recursive: true });
const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.with(at, bytes[at]! ^ 1));
};
const overwrite = (file: string): void =>
  writeFileSync(file, Uint8Array.from(readFileSync(file)).fill(0xff, 0, 64));
const cut = (part: string, sizeOf: (size: number) => number): void =>
  truncateSync(fileOfCore(part), sizeOf(statSync(fileOfCore(part)).size));
const record = (raw: Uint8Array): Buffer => Buffer.concat([recordHeader(DEVNET, raw.length), raw]);
const changeCore = async (change: (batch: LevelBatch, level: LevelStore) => unknown): Promise<void> => {
  const level = await LevelStore.open(levelFolder(core()));
  await level.write((batch) => void change(batch, level));
  await level.close();
};

describe('a start completes or makes anew an index', () => {
  const left = { closed: () => original, killed: () => killed, tables: () => killedWithTables };
  /** How often it is made anew; `undefined` where LevelDB's own repair decides. */
  type Harm = [what: string, left: keyof typeof left, harm: () => unknown, rebuilt?: number];
  const parts = ['CURRENT', 'MANIFEST', '.log'];

  it.each<Harm>([
    ['that is deleted', 'closed', removeCore],
    ...(['closed', 'killed'] as const).flatMap((end) =>
      parts.flatMap((part): Harm[] => [
        [`whose ${part} is lost`, end, () => rmSync(fileOfCore(part))],
        [`whose ${part} is damaged`, end, () => overwrite(fileOfCore(part))],
      ]),
    ),
    ...[0, 0.4, 0.8].map((part): Harm => [
      `whose log is cut after ${part} of it`,
      'killed',
      () => cut('.log', (size) => Math.floor(size * part)),
    ]),
    ['that lost its newest blocks', 'killed', () => cut('.log', (size) => size - 10), 0],
    [
      'whose log ends in an unacknowledged record',
      'killed',
      () => appendFileSync(fileOfCore('.log'), readFileSync(fileOfCore('.log')).subarray(0, 300)),
      0,
    ],
    ['of which a table is lost', 'tables', () => rmSync(fileOfCore('.ldb')), 1],
    ['of which a table is cut short', 'tables', () => cut('.ldb', (size) => size - 1), 1],
    [
      'with a gap among its newest blocks',
      'closed',
      () => changeCore((batch) => batch.del(BLOCKS.key(5))),
      1,
    ],
    [
      'of another chain whose files are as long',
      'closed',
      async () => {
        await using other = await openNine(3);
        removeCore();
        cpSync(join(other.dataDirectory.path, 'core'), core(), { recursive: true });
      },
      1,
    ],
    ['of another format', 'closed', () => changeCore((batch) => batch.put(TIP.key(), Uint8Array.of(99))), 1],
  ])('%s (%s)', async (_, end, harm, rebuilt) => {
    startFrom(left[end]());
    await harm();
    await reopen();
    if (rebuilt !== undefined) expect(rebuilds()).toBe(rebuilt);
    await expectTwinState();
  });

  it('that lacks a block of the files on which a later one is built', async () => {
    await reopen();
    const { id } = test.chain.tip();
    const next = buildTestBlock(test.chain);
    for (const raw of await mineBranch(Array<number>(10).fill(3))) await test.chain.offerBlock(raw);
    await test.close();
    await changeCore((batch) => batch.del(LEFT.key(id)));
    appendFileSync(blockFile(-1), record(next));
    await reopen();
    const { id: nextId } = receiveBlock(next);
    expect([rebuilds(), await test.chain.readBlockById(nextId)]).toEqual([1, next]);
    await test.close();
  });

  it('whose making was interrupted: blocks that were read are not read again', async () => {
    removeCore();
    flip(blockFile(2), 8);
    await expect(reopen()).rejects.toMatchObject({ file: blockFile(2), offset: 8 });
    flip(blockFile(2), 8);
    flip(blockFile(0), 200);
    await reopen();
    flip(blockFile(0), 200);
    await expectTwinState();
  });
});

describe('damage of the index that a start does not see', () => {
  it('in an account ends the process: no honest block looks invalid for it', async () => {
    await reopen();
    const next = buildTestBlock(test.chain, [transfer({ from: 1, to: 2, nonce: 10 })]);
    const prefix = test.chain.view.accounts.tree.prefixOf(ACCOUNTS[2]!.address);
    await test.close();
    await changeCore((batch, level) => {
      const records = level.get(BUCKETS.key(prefix))!;
      batch.put(BUCKETS.key(prefix), records.with(40, records[40]! ^ 1)); // in a balance
    });
    const fatal: Error[] = [];
    await reopen((error) => fatal.push(error));
    await expect(test.chain.offerBlock(next)).rejects.toMatchObject({ code: 'level_damaged' });
    expect(fatal[0]).toMatchObject({ code: 'level_damaged' });
    expect(test.chain.tree.ends().map(({ state }) => state)).not.toContain('invalid');
    await test.close();
    removeCore(); // as cairn reindex does
    await reopen();
    expect(await test.chain.offerBlock(next)).toEqual({ outcome: 'accepted' });
    await test.close();
  });
});

describe('a start drops what an interrupted write left', () => {
  /** Blocks for the end of the files: valid ones of two miners, and one on a parent that no record holds. */
  async function blocksBehind(): Promise<{ next: Uint8Array; rival: Uint8Array; stranger: Uint8Array }> {
    await reopen();
    const [next, rival] = [buildTestBlock(test.chain), buildTestBlock(test.chain, [], { miner: 3 })];
    await test.close();
    const [, stranger] = await mineBranch([3, 3]);
    return { next, rival, stranger: stranger! };
  }

  it.each<[string, () => unknown]>([
    ...[1, 8, 400].map((count): [string, () => unknown] => [
      `${count} bytes`,
      () => appendFileSync(blockFile(-1), new Uint8Array(count).fill(0xca)),
    ]),
    [
      'a whole file',
      () => {
        const next = `blk${blockFiles().length.toString().padStart(5, '0')}.dat`;
        cpSync(blockFile(-1), join(path, 'blocks', next));
      },
    ],
    [
      'a block whose parent no record holds',
      async () => appendFileSync(blockFile(-1), record((await blocksBehind()).stranger)),
    ],
    [
      'whole records behind a broken one',
      async () => {
        const { next, rival } = await blocksBehind();
        next[next.length - 1]! ^= 1;
        appendFileSync(blockFile(-1), Buffer.concat([record(next), record(rival)]));
      },
    ],
  ])('%s', async (_, harm) => {
    startFrom(killed);
    const whole = blockFiles().map((_, number) => statSync(blockFile(number)).size);
    await harm();
    await reopen();
    expect(rebuilds()).toBe(0);
    expect(blockFiles().map((_, number) => statSync(blockFile(number)).size)).toEqual(whole);
    await expectTwinState();
  });

  it('a torn last record, when the index is made anew', async () => {
    removeCore();
    truncateSync(blockFile(-1), statSync(blockFile(-1)).size - 5);
    await reopen();
    expect(test.chain.tip().height).toBe(8);
    await test.close();
  });
});

describe('damaged block files are named with file and byte, and nothing is changed', () => {
  it.each([1, 1_200])(
    'if the last %i bytes are missing; an index made anew goes on from what is whole',
    async (count) => {
      const file = blockFile(-1);
      const size = statSync(file).size - count;
      truncateSync(file, size);
      await expect(reopen()).rejects.toMatchObject({ code: 'block_file_damaged', file, offset: size });
      removeCore();
      await reopen();
      for (let nonce = test.chain.tip().height + 1; nonce <= 9; nonce += 1)
        await mineTestBlock(test.chain, [transfer({ from: 1, to: 2, nonce })]);
      await expectTwinState();
    },
  );

  it('if one is missing, until it is back', async () => {
    const second = blockFile(1);
    renameSync(second, join(path, 'away'));
    const damage = { code: 'block_file_damaged', file: second, offset: 0 };
    await expect(reopen()).rejects.toMatchObject(damage);
    renameSync(join(path, 'away'), second);
    await reopen();
    await expectTwinState();
  });

  it.each([-8, -1, 0, 112, 118 + 213 + 150])(
    'if an index is to be made of a block whose byte %i was changed, of its record’s header too',
    async (at) => {
      removeCore();
      flip(blockFile(1), 8 + at);
      // The second start goes on from the first: nothing behind the damage is accounted for.
      for (let start = 0; start < 2; start += 1)
        await expect(reopen()).rejects.toMatchObject({
          code: 'block_file_damaged',
          file: blockFile(1),
          offset: at < 0 ? 0 : 8,
        });
    },
  );
});
