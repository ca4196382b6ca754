/**
 * `npm run bench -w node`: compares the speed of the node with the best that this machine can do, measured in the same
 * run.
 */
import { availableParallelism, cpus } from 'node:os';
import { createCommand, onlyOption, wholeNumber } from '@cairn/suite/options';
import { benchAccounts } from './accounts-stage.ts';
import { benchChain } from './bench-chain.ts';
import { temporaryFolders } from './bench-run.ts';
import { benchBlocks, benchImport, benchReindex, benchStart, benchSync, type Bench } from './stages.ts';
import { benchRelay } from './relay-stage.ts';
import { formatLine, type Line } from './table.ts';
import { benchReorganization, benchTurns } from './reorganize-stage.ts';
import { benchSubmission } from './submit-stage.ts';

const STAGES = [
  'blocks',
  'import',
  'reindex',
  'start',
  'accounts',
  'sync',
  'relay',
  'submit',
  'reorganize',
  'turns',
];
/**
 * Blocks that the stage `blocks` needs: genesis, the one that funds the senders, and two full ones (warm-up, measured).
 */
const BLOCKS_NEEDED = 4;

const options = createCommand(
  'npm run bench -w node --',
  'The speed of the node, compared with the best that this machine can do.',
)
  .option('--transactions <count>', 'of the chain', wholeNumber(), 1_000_000)
  .option('--runs <count>', 'of each stage', wholeNumber(), 3)
  .addOption(onlyOption(STAGES))
  .parse()
  .opts<{ transactions: number; runs: number; only: ReadonlySet<string> }>();
const wanted = options.only;
const folders = temporaryFolders();
const lines: Line[] = [];
const show = (more: readonly Line[]): void => {
  for (const line of more) console.log(formatLine(line));
  lines.push(...more);
};

try {
  const chain = await benchChain(options.transactions);
  if (wanted.has('blocks') && chain.blocks < BLOCKS_NEEDED)
    throw new Error('the stage "blocks" needs two full blocks: --transactions 60000');
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} threads, Node ${process.version}`,
  );
  const bench: Bench = { chain, runs: options.runs, folders };
  if (wanted.has('blocks')) show(await benchBlocks(bench));
  await benchOnChain(bench);
  if (wanted.has('accounts')) show(await benchAccounts(bench));
  if (wanted.has('relay')) show(await benchRelay(bench));
  if (wanted.has('submit')) show(await benchSubmission(bench));
  if (wanted.has('reorganize')) show(await benchReorganization(bench));
  if (wanted.has('turns')) show(await benchTurns(bench));
} finally {
  folders.removeAll();
}
const missed = lines.filter(({ met }) => met === false);
console.log(
  missed.length === 0 ? 'Every aim is met.' : `${missed.length} of ${lines.length} lines miss their aim.`,
);

async function benchOnChain(bench: Bench): Promise<void> {
  if (!['import', 'reindex', 'start', 'sync'].some((name) => wanted.has(name))) return;
  const { lines: imported, rate, directory } = await importForStages(bench);
  show(imported);
  if (wanted.has('reindex')) show(await benchReindex(bench, directory));
  if (wanted.has('start')) show(await benchStart(bench, directory));
  if (wanted.has('sync')) show(await benchSync(bench, directory, rate));
}

/** The other stages need a data directory; if the import itself is not measured, one run is enough. */
async function importForStages(bench: Bench): ReturnType<typeof benchImport> {
  return benchImport(wanted.has('import') || wanted.has('sync') ? bench : { ...bench, runs: 1 });
}
