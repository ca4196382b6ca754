import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordHeader } from '@cairn/chain/storage';
import { genesisBlock, getNetwork } from '@cairn/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { readDump, saveDump } from './dump-file.ts';

const DUMP = {
  format: 'cairn-devnet-1',
  blocks: [],
  pending: [],
  clock: { time_milliseconds: 1_767_225_600_000, next_timestamp: null },
  mining: { mode: 'manual', interval_seconds: null, to: 'dM2LaZbBQ85woftkZB4KB6AvuHGcrQExWw' },
} as const;

it('a file of cairn export is named as one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dump-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'chain.dat');
  const network = getNetwork('testnet');
  const genesis = genesisBlock(network);
  writeFileSync(file, Buffer.concat([recordHeader(network, genesis.length), genesis]));
  expect(() => readDump(file)).toThrow(
    `${file} is a file of cairn export: cairn dev goes on with it by --fork ${file}`,
  );
});

it('nothing is left beside a file that cannot be written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dump-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'kept'));
  expect(() => saveDump(join(folder, 'kept'), { ...DUMP, blocks: [], pending: [] })).toThrow(
    'cannot be written',
  );
  expect(readdirSync(folder)).toEqual(['kept']);
});

it('a file is written where a link leads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-dump-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, link] = [join(folder, 'kept.json'), join(folder, 'state.json')];
  writeFileSync(file, 'old');
  symlinkSync('kept.json', link);
  saveDump(link, { ...DUMP, blocks: [], pending: [] });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readDump(file)).toEqual(DUMP);
});
