import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { BlockFileError } from '../storage/errors.ts';
import { mineTestBlock, openTestChain, transfer } from './test-support.ts';

/** Size of a record: magic and length (8 bytes), and a block of header (118 bytes) and two transactions. */
const RECORD = 8 + 118 + 2 * 213;
/** An old block, in the middle of the only file. */
const OLD = 2;

it('a changed byte in an old block is an error for whoever reads the whole block or a transaction by its ID', async () => {
  const test = await openTestChain();
  const { chain, dataDirectory } = test;
  for (let nonce = 1; nonce <= 4; nonce += 1)
    await mineTestBlock(chain, [transfer({ from: 1, to: 2, nonce })]);
  const file = join(dataDirectory.blocks, 'blk00000.dat');
  const sound = readFileSync(file);
  const raw = bytesToHex((await chain.view.rawBlock(OLD))!);
  const ids = chain.view.transactions(OLD, { offset: 0, limit: 2 })!.map(({ id }) => id);
  const start = sound.length - 3 * RECORD;
  let refused = 0;
  for (let at = start; at < start + RECORD; at += 1) {
    writeFileSync(file, sound.with(at, sound[at]! ^ 0x01));
    const whole = await chain.view.rawBlock(OLD).catch((error: unknown) => error);
    const found = await Promise.all(
      ids.map((id) => chain.view.findTransaction(id).catch((error: unknown) => error)),
    );
    if (whole instanceof BlockFileError) {
      refused += 1;
      expect(whole.message).toContain(file);
    } else expect(bytesToHex(whole as Uint8Array)).toBe(raw);
    for (const [index, transaction] of found.entries()) {
      if (transaction instanceof BlockFileError) expect(transaction.message).toContain(file);
      else expect(transaction).toMatchObject({ id: ids[index] });
    }
    expect(chain.view.transactions(OLD, { offset: 0, limit: 2 })).toHaveLength(2);
  }
  // With an index, magic and length are not read.
  expect(refused).toBe(RECORD - 8);
  await test.remove();
});
