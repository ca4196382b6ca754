import { appendFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, temporaryFolder } from './cairn-process.ts';

/** Data directories: one with a chain of three blocks, and an empty one for the restore. */
async function makeDirectories(): Promise<{ from: string; to: string }> {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'node'), join(folder, 'restored')];
  await runCommand(['mine', '--blocks', '2', '--data-dir', from]);
  mkdirSync(to, { mode: 0o700 });
  return { from, to };
}

it('a backup of blocks/ alone, with a cut-off last record, restores the whole chain before that record', async () => {
  const { from, to } = await makeDirectories();
  cpSync(join(from, 'blocks'), join(to, 'blocks'), { recursive: true });
  const file = join(to, 'blocks', 'blk00000.dat');
  appendFileSync(file, readFileSync(file).subarray(0, 100)); // as if a block was being written
  const { code, out } = await runCommand(['init', '--data-dir', to]);
  expect(code).toBe(0);
  const original = await runCommand(['init', '--data-dir', from]);
  const tipOf = (line = ''): string | undefined => /devnet at height 2, tip ([0-9a-f]{64})/.exec(line)?.[1];
  expect(tipOf(out[0])).toBeDefined();
  expect(tipOf(out[0])).toBe(tipOf(original.out[0]));
});

it('a restore into a directory with other files is rejected', async () => {
  const { from, to } = await makeDirectories();
  cpSync(join(from, 'core'), join(to, 'core'), { recursive: true });
  const { code, err } = await runCommand(['init', '--data-dir', to]);
  expect({ code, err }).toEqual({
    code: 3,
    err: [`cairn: ${to} holds other files (core): give an empty or a new directory`],
  });
});
