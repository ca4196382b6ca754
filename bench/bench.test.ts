/** A short run of each benchmark: it has to end and print a table; its figures are not checked. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findPostgres } from '../node/postgres/test/cluster.ts';
import type { Row } from './frame.ts';

const CHAIN = ['--transactions', '30000'];
const LOAD = ['--seconds', '1'];
/** Without vitest's variables, so that pages are built for production. */
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

const run = async (name: string, ...argv: readonly string[]): Promise<readonly Row[]> => {
  const command = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), name, ...argv],
    { env },
  );
  // Exit code 1 stands for missed aims, which do not matter here.
  const { stdout, stderr } = await command.catch((error: { stdout: string; stderr: string }) => error);
  if (!stdout.startsWith('{')) throw new Error(stderr);
  return (JSON.parse(stdout) as { rows: Row[] }).rows;
};

const hasPostgres = findPostgres() !== undefined;
const shortForms: readonly (readonly [name: string, lines: number, argv: readonly string[]])[] = [
  ['validate', 1, ['--transactions', '60000']],
  ['import', 7, CHAIN],
  ['reorganize', 2, []],
  ['api', 3, [...CHAIN, ...LOAD, '--only', 'backfill,once,unchanged']],
  ['gateway', 4, LOAD],
  ['pages', 8, ['--only', 'walks']],
  ['verify', 12, ['--chain', '400', '--only', 'address,block,witnesses']],
  ...(hasPostgres ? [['postgres', 12, [...CHAIN, ...LOAD]] as const] : []),
];

it.each(shortForms)('%s ends with a table of %i lines', async (name, lines, argv) => {
  const rows = await run(name, '--json', '--runs', '1', ...argv);
  expect(rows).toHaveLength(lines);
  expect(rows.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
});

it.runIf(!hasPostgres)('postgres is refused in one line without a server', async () => {
  await expect(run('postgres', '--json')).rejects.toThrow(/error: PostgreSQL .* is not installed/);
});

it.each(['', 'none', 'import --runs many', 'api --only all'])(
  'rejects “%s” with one line and code 2',
  async (line) => {
    const argv = line.split(' ');
    const command = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), ...argv], {
      env,
    });
    await expect(command).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: .+\n$/) });
  },
);
