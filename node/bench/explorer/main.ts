/**
 * `npm run bench:explorer`: compares the Explorer API with bare HTTP servers, with bare SQLite, and with its memory
 * limits. The bare programs are measured in the same run, alternating with the node.
 */
import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { createCommand, onlyOption, someOf, wholeNumber } from '@cairn/suite/options';
import { benchChain } from '../bench-chain.ts';
import { startCairn, waitForEnd, type BenchNode } from '../child-process.ts';
import { temporaryFolders } from '../bench-run.ts';
import { benchBackfill } from './backfill-stage.ts';
import { benchEvents } from './events-stage.ts';
import { copyCore, startReady, whileRunning, type ExplorerBench } from './explorer-bench.ts';
import { benchMemory, FULL_BLOCKS } from './memory-stage.ts';
import { benchDepth, benchLongHistory, benchOnce, benchRoutes, benchUnchanged } from './rate-stages.ts';
import { formatLine, type Line } from '../table.ts';
import { readKnownIds, ROUTES, type KnownIds } from './targets.ts';

const STAGES = ['routes', 'once', 'unchanged', 'depth', 'backfill', 'memory', 'events'];
const options = createCommand(
  'npm run bench:explorer --',
  'The Explorer API, compared with bare HTTP servers, with bare SQLite, and with its memory limits.',
)
  .option('--transactions <count>', 'of the chain', wholeNumber(), 1_000_000)
  .option('--runs <count>', 'of each load', wholeNumber(), 3)
  .option('--seconds <count>', 'of each load', wholeNumber(), 5)
  .addOption(onlyOption(STAGES))
  .option('--routes <names>', `of the stages routes and once: ${ROUTES.join(',')}`, someOf(ROUTES))
  .option('--data <folder>', 'where the chain is imported and indexed, kept for the next run')
  .addHelpText(
    'after',
    `
A part in a minute or two, with a folder that an earlier run has filled:
  --data /tmp/bench --transactions 200000 --runs 1 --seconds 2 --only once,unchanged
  --data /tmp/bench --transactions 200000 --runs 1 --seconds 2 --only routes --routes status,feed,history`,
  )
  .parse()
  .opts<{
    transactions: number;
    runs: number;
    seconds: number;
    only: ReadonlySet<string>;
    routes?: ReadonlySet<string>;
    data?: string;
  }>();
const wanted = options.only;

const folders = temporaryFolders();
const lines: Line[] = [];
const show = (...more: readonly Line[]): void => {
  for (const line of more) console.error(`… ${formatLine(line)}`);
  lines.push(...more);
};

try {
  const chain = await benchChain(options.transactions);
  if (wanted.has('memory') && chain.blocks < FULL_BLOCKS + 2)
    throw new Error(`the stage "memory" needs ${FULL_BLOCKS} full blocks: --transactions 400000`);
  const { runs, seconds, routes, data } = options;
  const directory = data ?? folders.make();
  if (data === undefined || !existsSync(data))
    await waitForEnd(startCairn(['import', '--network', 'devnet', '--data-dir', directory, chain.path]));
  const exchange = folders.make();
  const isMeasured = (route: string): boolean => routes?.has(route) ?? true;
  const bench: ExplorerBench = { chain, directory, folders, exchange, runs, seconds, isMeasured };
  if (wanted.has('once')) copyCore(bench);
  const known = await benchRates(bench);
  if (wanted.has('depth')) show(await benchLongHistory(bench));
  if (wanted.has('backfill')) show(...(await benchBackfill(bench, known)));
  if (wanted.has('memory')) show(await benchMemory(bench));
  if (wanted.has('events')) show(...(await benchEvents(bench)));
} finally {
  folders.removeAll();
}
printTable();

/** The stages that share one node. @returns the identifiers to request */
async function benchRates(bench: ExplorerBench): Promise<KnownIds> {
  const node = await startReady(bench.directory);
  return whileRunning(node, () => benchOn(node, bench));
}

async function benchOn(node: BenchNode, bench: ExplorerBench): Promise<KnownIds> {
  const known = await readKnownIds(node.explorer);
  if (wanted.has('routes')) await benchRoutes(bench, node, known, show);
  if (wanted.has('once')) await benchOnce(bench, node, known, show);
  if (wanted.has('unchanged')) show(await benchUnchanged(bench, node, known));
  if (wanted.has('depth')) show(...(await benchDepth(bench, node, known)));
  return known;
}

function printTable(): void {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} threads`;
  console.log(`\n${machine}, Node ${process.version}; medians of ${options.runs} × ${options.seconds} s\n`);
  for (const line of lines) console.log(formatLine(line));
  const aimed = lines.filter(({ met }) => met !== undefined);
  const missed = aimed.filter(({ met }) => met === false).length;
  console.log(missed === 0 ? '\nEvery aim is met.' : `\n${missed} of ${aimed.length} lines miss their aim.`);
}
