import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesToHex } from '@cairn/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockFileError } from '../storage/errors.ts';
import { dumpIndex, mineTestBlock, openTestChain, transfer, type TestChain } from './test-support.ts';

/** Size of a record: magic and length (8 bytes), and a block of header (118 bytes) and two transactions. */
const RECORD = 8 + 118 + 2 * 213;
const BLOCKS = 4;
/** The record of block 2: an old one, in the middle of the only file. */
const OLD = 2;

let original: string;
let folder: string;
let path: string;
let file: string;
let sound: Buffer;
let twin: string[];
let raws: string[];

beforeAll(async () => {
  const test = await openTestChain();
  for (let nonce = 1; nonce <= BLOCKS; nonce += 1) {
    await mineTestBlock(test.chain, [transfer({ from: 1, to: 2, nonce })]);
  }
  twin = await dumpIndex(test.chain);
  raws = await Promise.all(
    Array.from({ length: BLOCKS + 1 }, async (_, height) =>
      bytesToHex((await test.chain.readRawBlock(height))!),
    ),
  );
  original = test.dataDirectory.path;
  await test.close();
});
afterAll(() => rmSync(original, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-block-file-'));
  path = join(folder, 'node');
  file = join(path, 'blocks', 'blk00000.dat');
  restore();
  sound = readFileSync(file);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The intact data directory. */
function restore(): void {
  rmSync(path, { recursive: true, force: true });
  cpSync(original, path, { recursive: true });
}

const startOf = (height: number): number => sound.length - (BLOCKS + 1 - height) * RECORD;

async function withChain(use: (test: TestChain) => Promise<void>): Promise<void> {
  const test = await openTestChain({ path });
  await use(test).finally(() => test.close());
}

/** Requires that the chain ends at a height, and equals the original after the lost blocks are appended again. */
async function expectTwinFrom(height: number): Promise<void> {
  await withChain(async ({ chain }) => {
    expect(chain.tip().height).toBe(height);
    for (const raw of raws.slice(height + 1)) await chain.appendBlock(Buffer.from(raw, 'hex'));
    expect(await dumpIndex(chain)).toEqual(twin);
  });
  expect(readFileSync(file)).toEqual(sound);
}

const CUTS = [1, 213, 427, 544, RECORD];
const EXTRAS = [1, 8, RECORD - 1, RECORD, 20_000];

describe.each(['kept', 'lost'])('a torn tail, with the index %s', (index) => {
  const loseIndex = (): void => {
    if (index === 'lost') rmSync(join(path, 'core'), { recursive: true });
  };

  it('of 1 byte to the whole newest record loses that block and nothing else', async () => {
    for (const cut of CUTS) {
      restore();
      loseIndex();
      writeFileSync(file, sound.subarray(0, sound.length - cut));
      await expectTwinFrom(BLOCKS - 1);
    }
  });

  it('of extra bytes left by an interrupted append is dropped', async () => {
    const next = Buffer.concat([sound.subarray(startOf(BLOCKS)), Buffer.alloc(20_000)]);
    for (const extra of EXTRAS) {
      restore();
      loseIndex();
      // Without an index, a complete record that does not continue the chain is damage.
      if (index === 'lost' && extra >= RECORD) continue;
      writeFileSync(file, Buffer.concat([sound, next.subarray(0, extra)]));
      await expectTwinFrom(BLOCKS);
    }
  });
});

describe('a changed byte in an old block', () => {
  it('is an error for whoever reads the whole block or a transaction by its ID', async () => {
    let refused = 0;
    await withChain(async ({ chain }) => {
      const ids = (await chain.readTransactions(OLD, { offset: 0, limit: 2 }))!.map(({ id }) => id);
      for (let at = startOf(OLD); at < startOf(OLD + 1); at += 1) {
        writeFileSync(file, sound.with(at, sound[at]! ^ 0x01));
        const whole = await chain.readRawBlock(OLD).catch((error: unknown) => error);
        const found = await Promise.all(
          ids.map((id) => chain.findTransaction(id).catch((error: unknown) => error)),
        );
        if (whole instanceof BlockFileError) {
          refused += 1;
          expect(whole.message).toContain(file);
        } else expect(bytesToHex(whole as Uint8Array)).toBe(raws[OLD]);
        for (const [index, transaction] of found.entries()) {
          if (transaction instanceof BlockFileError) expect(transaction.message).toContain(file);
          else expect(transaction).toMatchObject({ id: ids[index] });
        }
        expect(await chain.readTransactions(OLD, { offset: 0, limit: 2 })).toHaveLength(2);
      }
    });
    // With an index, magic and length are not read.
    expect(refused).toBe(RECORD - 8);
  });

  it('ends a rebuild with an error that names file and byte, also in magic and length', async () => {
    const positions = [0, 1, 2, 3, 4, 5, 6, 7];
    for (let at = 8; at < RECORD; at += 97) positions.push(at);
    const start = startOf(OLD);
    for (const position of positions) {
      restore();
      rmSync(join(path, 'core'), { recursive: true });
      writeFileSync(file, sound.with(start + position, sound[start + position]! ^ 0x01));
      const opening = openTestChain({ path });
      await expect(opening, `byte ${position}`).rejects.toMatchObject({ code: 'block_file_damaged', file });
      const { offset } = (await opening.catch((error: unknown) => error)) as BlockFileError;
      expect(offset).toBeGreaterThanOrEqual(start);
      expect(offset).toBeLessThan(start + RECORD + 8);
    }
    restore();
    await expectTwinFrom(BLOCKS);
  });
});

it('a missing block file is named, and causes no error once restored', async () => {
  renameSync(file, join(folder, 'away'));
  await expect(openTestChain({ path })).rejects.toThrow(file);
  renameSync(join(folder, 'away'), file);
  await expectTwinFrom(BLOCKS);
});
