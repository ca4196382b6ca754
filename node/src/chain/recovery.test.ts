import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { HEADER_SIZE } from '@cairn/protocol';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordHeader, RECORD_HEADER_SIZE } from '../storage/block-files.ts';
import { BlockFileError } from '../storage/errors.ts';
import { BLOCKS, BUCKETS, TIP } from '../storage/layout.ts';
import { LevelStore, type LevelBatch } from '../storage/level.ts';
import {
  ACCOUNTS,
  buildTestBlock,
  DEVNET,
  dumpIndex,
  mineTestBlock,
  openTestChain,
  stepBack,
  transfer,
  withOtherGenesis,
  type TestChain,
} from './test-support.ts';

const SMALL_FILE = 2_000;

let test: TestChain;
let before: string[];
let path: string;

/** Nine blocks over several small block files; each test has a copy. */
let original: string;
/** The same after a kill: the whole index is in LevelDB's log. */
let killed: string;
/** Like `killed`, but the whole index is in tables. */
let killedWithTables: string;
/** Log lines since the test began. */
let lines: string[];
beforeAll(async () => {
  test = await openTestChain({ maxBlockFileSize: SMALL_FILE });
  for (let nonce = 1; nonce <= 9; nonce += 1)
    await mineTestBlock(test.chain, [transfer({ from: 1, to: 2, nonce })]);
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
  path = mkdtempSync(join(tmpdir(), 'cairn-recovery-'));
  cpSync(original, path, { recursive: true });
});
afterEach(() => rmSync(path, { recursive: true }));

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

function coreFiles(): string[] {
  return readdirSync(join(path, 'core')).filter((name) => name.endsWith('.ldb'));
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

describe('opening a chain again', () => {
  it('spans several block files', () => {
    expect(blockFiles().length).toBeGreaterThan(2);
  });

  it.each([1, 7, 8, 50, 400])('drops %i uncommitted bytes', async (count) => {
    appendFileSync(join(path, 'blocks', blockFiles().at(-1)!), new Uint8Array(count).fill(0xca));
    await reopen();
    await expectTwinState();
  });

  it('drops a whole uncommitted file', async () => {
    const next = `blk${blockFiles().length.toString().padStart(5, '0')}.dat`;
    writeFileSync(join(path, 'blocks', next), readFileSync(join(path, 'blocks', blockFiles().at(-1)!)));
    await reopen();
    expect(blockFiles()).not.toContain(next);
    await expectTwinState();
  });

  it('rebuilds a deleted index from the block files', async () => {
    rmSync(join(path, 'core'), { recursive: true });
    await reopen();
    await expectTwinState();
  });

  describe.each(['a clean close', 'a kill'])('after %s', (end) => {
    const start = (): void => startFrom(end === 'a kill' ? killed : original);
    beforeEach(start);

    it.each(['CURRENT', 'MANIFEST', '.log'])(
      'has every block after the index’s %s was lost',
      async (part) => {
        rmSync(fileOfCore(part));
        await reopen();
        await expectTwinState();
      },
    );

    it.each(['CURRENT', 'MANIFEST', '.log'])(
      'has every block after the index’s %s was damaged',
      async (part) => {
        const file = fileOfCore(part);
        const bytes = readFileSync(file);
        bytes.fill(0xff, 0, Math.min(64, bytes.length));
        writeFileSync(file, bytes);
        await reopen();
        await expectTwinState();
      },
    );

    it('has every block after the index’s log was cut', async () => {
      const { size } = statSync(fileOfCore('.log'));
      for (let length = 0; length < size; length += Math.ceil(size / 6)) {
        start();
        truncateSync(fileOfCore('.log'), length);
        await reopen();
        await expectTwinState();
      }
    });
  });

  it('completes an index that lost its newest blocks, without making it anew', async () => {
    startFrom(killed);
    const { size } = statSync(fileOfCore('.log'));
    truncateSync(fileOfCore('.log'), size - 10);
    await reopen();
    expect(rebuilds()).toBe(0);
    await expectTwinState();
  });

  it('keeps an index whose log ends in an unacknowledged record', async () => {
    const log = readFileSync(join(killed, 'core', basename(fileOfCore('.log'))));
    for (const tail of [log.subarray(0, 300), Buffer.concat([log.subarray(0, 300), Buffer.alloc(9_000)])]) {
      startFrom(killed);
      appendFileSync(fileOfCore('.log'), tail);
      await reopen();
      await expectTwinState();
      expect(rebuilds()).toBe(0);
    }
  });

  it.each<[string, (table: string) => void]>([
    ['lost', (table) => rmSync(table)],
    ['cut short', (table) => truncateSync(table, statSync(table).size - 1)],
  ])('makes an index anew of which a table is %s', async (_, harm) => {
    startFrom(killedWithTables);
    harm(join(path, 'core', coreFiles()[0]!));
    await reopen();
    await expectTwinState();
    expect(rebuilds()).toBe(1);
  });

  it('reports a table that LevelDB finds corrupt at a later read', async () => {
    startFrom(killedWithTables);
    const damages: string[] = [];
    const table = join(path, 'core', coreFiles()[0]!);
    const bytes = readFileSync(table);
    writeFileSync(table, bytes.fill(0xff, 5_700, 6_300)); // histories: a start does not read them
    await reopen((damage) => damages.push(damage.message));
    await expect(dumpIndex(test.chain)).rejects.toMatchObject({ code: 'level_damaged' });
    expect(damages.length).toBeGreaterThan(0);
    await test.close();
  });

  it.each<[string, (batch: LevelBatch) => unknown]>([
    ['has a gap among its newest blocks', (batch) => batch.del(BLOCKS.key(5))],
    ['is of another format', (batch) => batch.put(TIP.key(), Uint8Array.of(99))],
  ])('makes an index anew that %s', async (_, change) => {
    const level = await LevelStore.open(join(path, 'core'));
    await level.write((batch) => void change(batch));
    await level.close();
    await reopen();
    expect(rebuilds()).toBe(1);
    await expectTwinState();
  });

  it('ends the process at a flipped bit in the records of accounts: no honest block looks invalid for it', async () => {
    await reopen();
    const next = buildTestBlock(test.chain, [transfer({ from: 1, to: 2, nonce: 10 })]);
    const prefix = test.chain.view.accounts.tree.prefixOf(ACCOUNTS[2]!.address);
    await test.close();
    const level = await LevelStore.open(join(path, 'core'));
    const records = Buffer.from(level.get(BUCKETS.key(prefix))!);
    records[40]! ^= 1; // in a balance
    await level.write((batch) => void batch.put(BUCKETS.key(prefix), records));
    await level.close();
    const fatal: Error[] = [];
    await reopen((error) => fatal.push(error));
    await expect(test.chain.offerBlock(next)).rejects.toMatchObject({ code: 'level_damaged' });
    expect(fatal[0]).toMatchObject({ code: 'level_damaged' });
    expect(test.chain.tree.ends().map(({ state }) => state)).not.toContain('invalid');
    await test.close();
    rmSync(join(path, 'core'), { recursive: true }); // as cairn reindex does
    await reopen();
    expect(await test.chain.offerBlock(next)).toEqual({ outcome: 'accepted' });
    await test.close();
  });

  it('rebuilds an index that is older than the last commit', async () => {
    cpSync(join(path, 'core'), join(path, 'core-copy'), { recursive: true });
    await reopen();
    await mineTestBlock(test.chain);
    await stepBack(test.chain);
    await mineTestBlock(test.chain);
    const newest = test.chain.tip();
    await test.close();
    rmSync(join(path, 'core'), { recursive: true });
    renameSync(join(path, 'core-copy'), join(path, 'core'));
    await reopen();
    expect(test.chain.tip()).toEqual(newest);
    await test.close();
  });

  it('refuses a chain with another genesis block in one line, and leaves it untouched', async () => {
    const file = join(path, 'blocks', blockFiles()[0]!);
    writeFileSync(file, withOtherGenesis(readFileSync(file)));
    const snapshot = () =>
      ['core', 'blocks'].map((folder) =>
        readdirSync(join(path, folder)).map((name) => [name, statSync(join(path, folder, name)).size]),
      );
    const untouched = snapshot();
    await expect(reopen()).rejects.toThrow(
      /^[^\n]*begins with another genesis block of devnet, that of an earlier version: begin a new one with the flag --fresh[^\n]*$/,
    );
    expect(snapshot()).toEqual(untouched);
  });

  it('names the file whose first record is no block', async () => {
    const file = join(path, 'blocks', blockFiles()[0]!);
    const bytes = readFileSync(file);
    bytes.fill(0, RECORD_HEADER_SIZE, RECORD_HEADER_SIZE + HEADER_SIZE);
    writeFileSync(file, bytes);
    await expect(reopen()).rejects.toThrow(`block file ${file} is damaged at byte ${RECORD_HEADER_SIZE}: `);
  });

  it('drops the torn last record when the index is rebuilt too', async () => {
    rmSync(join(path, 'core'), { recursive: true });
    const last = join(path, 'blocks', blockFiles().at(-1)!);
    truncateSync(last, readFileSync(last).length - 5);
    await reopen();
    expect(test.chain.tip().height).toBe(8);
    await test.close();
  });

  it.each([1, 5, 553, 1_200])(
    'names file and byte when the last %i bytes are missing; a rebuild goes on from what is whole',
    async (count) => {
      const last = join(path, 'blocks', blockFiles().at(-1)!);
      const size = readFileSync(last).length - count;
      truncateSync(last, size);
      await expect(reopen()).rejects.toMatchObject({ code: 'block_file_damaged', file: last, offset: size });
      rmSync(join(path, 'core'), { recursive: true });
      await reopen();
      for (let nonce = test.chain.tip().height + 1; nonce <= 9; nonce += 1)
        await mineTestBlock(test.chain, [transfer({ from: 1, to: 2, nonce })]);
      await expectTwinState();
    },
  );

  it('resumes an interrupted rebuild', async () => {
    rmSync(join(path, 'core'), { recursive: true });
    const third = join(path, 'blocks', blockFiles()[2]!);
    const whole = readFileSync(third);
    writeFileSync(third, whole.with(8, whole[8]! ^ 1));
    await expect(reopen()).rejects.toMatchObject({ file: third, offset: 8 });
    writeFileSync(third, whole);
    // Blocks that the first attempt has read are not read again.
    const first = join(path, 'blocks', blockFiles()[0]!);
    const genesis = readFileSync(first);
    writeFileSync(first, genesis.with(200, genesis[200]! ^ 1));
    await reopen();
    writeFileSync(first, genesis);
    await expectTwinState();
  });

  it('does not rebuild the index after a step back', async () => {
    await reopen();
    await stepBack(test.chain);
    await test.close();
    const [oldest] = coreFiles();
    await reopen();
    expect(test.chain.tip().height).toBe(8);
    await test.close();
    expect(coreFiles()).toContain(oldest);
  });

  it('names a missing block file, and starts once it is back', async () => {
    const second = join(path, 'blocks', blockFiles()[1]!);
    renameSync(second, join(path, 'away'));
    await expect(reopen()).rejects.toBeInstanceOf(BlockFileError);
    await expect(reopen()).rejects.toThrow(second);
    renameSync(join(path, 'away'), second);
    await reopen();
    await expectTwinState();
  });

  it('never serves a block with a changed byte, and names the file and the offset', async () => {
    const first = join(path, 'blocks', blockFiles()[0]!);
    const bytes = readFileSync(first);
    // A byte in the signature of the last genesis transfer.
    const offset = 8 + 118 + 213 * 9 + 100;
    bytes[offset] = bytes[offset]! ^ 1;
    writeFileSync(first, bytes);
    await reopen();
    await expect(test.chain.view.rawBlock(0)).rejects.toMatchObject({
      code: 'block_file_damaged',
      file: first,
    });
    await test.close();
  });

  it.each([-8, -5, -4, -1, 0, 10, 60, 112, 118 + 213 + 20, 118 + 213 + 150])(
    'refuses to rebuild from a block whose byte %i was changed, of its record’s header too',
    async (at) => {
      rmSync(join(path, 'core'), { recursive: true });
      const second = join(path, 'blocks', blockFiles()[1]!);
      const bytes = readFileSync(second);
      writeFileSync(second, bytes.with(8 + at, bytes[8 + at]! ^ 1));
      // The second start goes on from the first: nothing behind the damage is accounted for.
      for (let start = 0; start < 2; start += 1)
        await expect(reopen()).rejects.toMatchObject({
          code: 'block_file_damaged',
          file: second,
          offset: at < 0 ? 0 : 8,
        });
    },
  );

  it('drops a whole block behind the end whose parent no record holds', async () => {
    const other = await openTestChain();
    await mineTestBlock(other.chain, [], { miner: 3 });
    const stranger = buildTestBlock(other.chain);
    await other.remove();
    const last = join(path, 'blocks', blockFiles().at(-1)!);
    appendFileSync(last, Buffer.concat([recordHeader(DEVNET, stranger.length), stranger]));
    await reopen();
    expect(rebuilds()).toBe(0);
    await expectTwinState();
  });

  it('drops whole records behind a broken one of an interrupted write', async () => {
    const lastBlock = join(path, 'blocks', blockFiles().at(-1)!);
    startFrom(killed);
    await reopen();
    const { size } = statSync(lastBlock);
    const [broken, whole] = [buildTestBlock(test.chain), buildTestBlock(test.chain, [], { miner: 3 })];
    await test.close();
    broken[broken.length - 1]! ^= 1;
    for (const raw of [broken, whole])
      appendFileSync(lastBlock, Buffer.concat([recordHeader(DEVNET, raw.length), raw]));
    await reopen();
    expect(statSync(lastBlock).size).toBe(size);
    await expectTwinState();
  });
});
