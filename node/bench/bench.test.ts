/** Short runs of the benchmarks: they have to end and print figures, whose values are not checked. */
import { expect, it } from 'vitest';
import { findPostgres } from '../postgres/test/cluster.ts';
import { startScript, waitForEnd } from './child-process.ts';

const SHORT = ['--transactions', '30000'];
const TIMEOUT = 180_000;

async function linesOf(script: string, argv: readonly string[]): Promise<string[]> {
  const { output } = await waitForEnd(startScript(script, [...SHORT, ...argv]));
  expect(output).not.toMatch(/NaN|undefined|Infinity/);
  return output.split('\n');
}

it('bench: a chain is imported, reindexed, opened and synced', { timeout: TIMEOUT }, async () => {
  const lines = await linesOf('main.ts', ['--runs', '1', '--only', 'import,reindex,start,sync']);
  for (const name of ['import', 'reindex', 'start to first answer', 'sync from a peer']) {
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^${name}.* [\\d,]+(/s| ms) .*(met|MISSED)$`)),
    );
  }
});

it('bench: a reorganization and turns of the event loop are measured', { timeout: TIMEOUT }, async () => {
  const lines = await linesOf('main.ts', ['--runs', '1', '--only', 'reorganize,turns']);
  for (const name of ['reorganize 6 blocks', '  with the index', 'longest turn: full block replaced']) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name}.* [\\d,]+ ms .*(met|MISSED)$`)));
  }
});

it('bench:explorer: every kind of stage prints its lines', { timeout: TIMEOUT }, async () => {
  const stages = 'once,depth,backfill,events';
  const lines = await linesOf('explorer/main.ts', ['--runs', '1', '--seconds', '1', '--only', stages]);
  const names = ['transaction, uncached', 'feed, uncached', 'history, uncached'];
  for (const name of [...names, 'feed from offset', 'backfill', 'memory of a stream']) {
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^${name}.* [\\d,.]+(/s| KiB) .*(met|MISSED)$`)),
    );
  }
});

const noPostgres = findPostgres() === undefined;
if (noPostgres) process.stderr.write('Skipped, PostgreSQL is not installed: bench:scale\n');

it.skipIf(noPostgres)('bench:scale: a database is filled and measured', { timeout: TIMEOUT }, async () => {
  const lines = await linesOf('scale/main.ts', ['--seconds', '1', '--only', 'size,once']);
  for (const figure of [
    /^backfill: [\d,]+\/s transactions$/,
    /^index size: \d+ MiB, \d+ bytes a transaction$/,
    /^1 replica, uncached feed pages: [\d,]+\/s; \d+\.\d+ × bare pg and node:http [\d,]+\/s/,
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(figure));
  }
});
