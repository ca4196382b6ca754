/** A short run of each benchmark: it has to end and print a table; its figures are not checked. */
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { findPostgres } from '../node/postgres/test/cluster.ts';
import type { Row } from './frame.ts';

const CHAIN = ['--transactions', '30000'];
const LOAD = ['--seconds', '1'];
/** Without vitest's variables, so that pages are built for production. */
const env = { PATH: process.env['PATH']!, HOME: process.env['HOME']! };

/** Runs a benchmark to its end. Exit code 1 stands for missed aims, which do not matter here. */
const run = (...argv: readonly string[]) =>
  execa(process.execPath, [join(import.meta.dirname, 'main.ts'), ...argv], {
    env,
    extendEnv: false,
    reject: false,
  });

const hasPostgres = findPostgres() !== undefined;
const shortForms: readonly (readonly [name: string, lines: number, argv: readonly string[]])[] = [
  ['blocks', 3, ['--transactions', '60000']],
  ['import', 7, CHAIN],
  ['api', 3, [...CHAIN, ...LOAD, '--only', 'backfill,once,unchanged']],
  ['gateway', 4, LOAD],
  ['pages', 8, ['--only', 'walks']],
  ['verify', 12, ['--chain', '400', '--only', 'address,block,witnesses']],
  ['tab', 15, ['--blocks', '700']],
  ['recompute', 3, ['--transactions', '11000']],
  ['testkit', 4, []],
  ...(hasPostgres ? [['postgres', 13, [...CHAIN, ...LOAD]] as const] : []),
];

it.each(shortForms)('%s ends with a table of %i lines', async (name, lines, argv) => {
  const { stdout, stderr } = await run(name, '--json', '--runs', '1', ...argv);
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const { rows } = JSON.parse(stdout) as { rows: Row[] };
  expect(rows).toHaveLength(lines);
  expect(rows.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
});

it.each(['', 'none', 'import --runs many', 'api --only all', ...(hasPostgres ? [] : ['postgres'])])(
  'rejects “%s” with one line and code 2',
  async (line) => {
    const { exitCode, stderr } = await run(...line.split(' '));
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: .+$/)]);
  },
);
