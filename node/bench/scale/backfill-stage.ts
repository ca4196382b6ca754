import type { TestCluster } from '../../postgres/test/cluster.ts';
import { startNode } from '../child-process.ts';
import { statusOf, whileRunning } from '../explorer/explorer-bench.ts';
import { perSecond } from '../table.ts';
import { median } from '../bench-run.ts';

/** Share of the rate of bare COPY that building the projection should reach. */
const AIM = 0.4;
const TABLES = ['blocks', 'transactions', 'addresses', 'history'] as const;

export interface BackfillOptions {
  readonly cluster: TestCluster;
  /** Data directory of a node with the whole chain. */
  readonly directory: string;
  readonly transactions: number;
  /** True to compare the node with bare COPY. */
  readonly comparesWithCopy: boolean;
}

/** The node and bare COPY are measured alternately in each round, so that other load on the machine affects both. */
const ROUNDS = 3;

/**
 * Measures how fast a node builds the projection and, if asked, compares it with bare COPY: of the same rows, into the
 * same tables and indexes.
 */
export async function benchBackfill(options: BackfillOptions): Promise<string[]> {
  const { cluster, directory, transactions, comparesWithCopy } = options;
  const own: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < (comparesWithCopy ? ROUNDS : 1); round += 1) {
    cluster.sql('cairn', 'DROP SCHEMA IF EXISTS cairn CASCADE; CHECKPOINT');
    own.push(await backfillSeconds(directory, cluster.primary.url('cairn')));
    if (comparesWithCopy) bare.push(copySeconds(cluster));
  }
  const line = `backfill: ${perSecond(transactions / median(own))} transactions`;
  if (!comparesWithCopy) return [line];
  const shares = own.map((seconds, round) => bare[round]! / seconds);
  const each = shares.map((share) => share.toFixed(2)).join(', ');
  const rate = perSecond(transactions / median(bare));
  return [`${line}; ${median(shares).toFixed(2)} × bare COPY ${rate} (rounds: ${each}; aim ${AIM})`];
}

/** Seconds from the start of the process until the projection is ready. */
async function backfillSeconds(directory: string, url: string): Promise<number> {
  const node = await startNode(directory, ['--no-p2p', '--index', url]);
  return whileRunning(node, async () => {
    for (;;) {
      const { index } = await statusOf(node);
      if (index.state === 'ready') return (performance.now() - node.began) / 1_000;
      if (index.state === 'error') throw new Error('the projection failed');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

/** Copies the same rows from files on the server, in one session. @returns the seconds that this takes */
function copySeconds({ sql }: TestCluster): number {
  const file = (table: string): string => `'/tmp/cairn-bench-${process.pid}-${table}'`;
  for (const table of TABLES) sql('cairn', `COPY cairn.${table} TO ${file(table)} (FORMAT binary)`);
  sql('cairn', 'CREATE SCHEMA bare');
  for (const table of TABLES) sql('cairn', `CREATE TABLE bare.${table} (LIKE cairn.${table} INCLUDING ALL)`);
  sql('cairn', 'CHECKPOINT');
  const began = performance.now();
  const copies = TABLES.map((table) => `COPY bare.${table} FROM ${file(table)} (FORMAT binary)`);
  sql('cairn', ['SET synchronous_commit = off', ...copies].join('; '));
  const seconds = (performance.now() - began) / 1_000;
  for (const table of TABLES)
    sql('cairn', `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; rm -f ${file(table).slice(1, -1)}'`);
  sql('cairn', 'DROP SCHEMA bare CASCADE');
  return seconds;
}
