import { lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readDump, saveDump } from './dump-file.ts';

const DUMP = {
  format: 'cairn-devnet-1',
  blocks: [],
  pending: [],
  clock: { time_milliseconds: 1_767_225_600_000, next_timestamp: null },
  mining: { mode: 'manual', interval_seconds: null, to: 'dM2LaZbBQ85woftkZB4KB6AvuHGcrQExWw' },
} as const;

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
