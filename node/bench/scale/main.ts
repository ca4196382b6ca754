/**
 * `npm run bench:scale`: the rate of the Explorer API over PostgreSQL with one, two and three replicas; the size of the
 * index; the speed of building it, against bare COPY of the same rows; the speed of a replica, against bare `pg` and
 * `node:http` with the same statement. The PostgreSQL server is Debian's, started for this run.
 */
import { availableParallelism, cpus } from 'node:os';
import { findPostgres, startCluster } from '../../postgres/test/cluster.ts';
import { createCommand, onlyOption, wholeNumber } from '@cairn/suite/options';
import { benchChain } from '../bench-chain.ts';
import { startCairn, waitForEnd } from '../child-process.ts';
import { temporaryFolders } from '../bench-run.ts';
import { benchBackfill } from './backfill-stage.ts';
import { benchOnce, benchServing } from './serving-stage.ts';
import { measureSize } from './size-stage.ts';

const STAGES = ['backfill', 'size', 'once', 'serve'];
const options = createCommand(
  'npm run bench:scale --',
  'The Explorer API over PostgreSQL with one, two and three replicas, and the speed of building its index.',
)
  .option('--transactions <count>', 'of the chain', wholeNumber(), 1_000_000)
  .option('--seconds <count>', 'of each load', wholeNumber(), 5)
  .addOption(onlyOption(STAGES))
  .parse()
  .opts<{ transactions: number; seconds: number; only: ReadonlySet<string> }>();
const wanted = options.only;

/** Settings of production: durability is on, unlike in the tests. */
const SETTINGS = `
fsync = on
full_page_writes = on
wal_writer_delay = 200ms
shared_buffers = 1GB
max_wal_size = 8GB
`;

const programs = findPostgres();
if (programs === undefined)
  throw new Error('PostgreSQL 15 or newer is not installed (apt-get install postgresql)');
const folders = temporaryFolders();
const chain = await benchChain(options.transactions);
const cluster = await startCluster(programs, SETTINGS);
const lines: string[] = [];
const show = (more: readonly string[]): void => {
  for (const line of more) console.error(`… ${line}`);
  lines.push(...more);
};
try {
  // In production the standby has a separate machine.
  await cluster.standby.stop();
  cluster.sql('postgres', 'CREATE DATABASE cairn');
  const directory = folders.make();
  await waitForEnd(startCairn(['import', '--network', 'devnet', '--data-dir', directory, chain.path]));
  show(
    await benchBackfill({
      cluster,
      directory,
      transactions: chain.transactions,
      comparesWithCopy: wanted.has('backfill'),
    }),
  );
  if (wanted.has('size')) show(measureSize(cluster, chain.transactions));
  const serving = { cluster, directory, exchange: folders.make(), seconds: options.seconds };
  if (wanted.has('once')) show(await benchOnce(serving, chain.transactions));
  if (wanted.has('serve')) show(await benchServing(serving));
} finally {
  await cluster.remove();
  folders.removeAll();
}
console.log(
  `\n${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} threads; server, replicas and load share them`,
);
console.log(`${chain.transactions.toLocaleString('en')} transactions in ${chain.blocks} blocks\n`);
for (const line of lines) console.log(line);
