/**
 * `npm run bench -w node`: compares the speed of the node with the best that this machine can do, measured in the same
 * run. Flags: `--transactions N` (1,000,000), `--runs N` (3), `--only` (comma-separated names of stages).
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchChain } from './bench-chain.ts';
import { temporaryFolders, parseStages } from './bench-run.ts';
import { benchBlocks, benchImport, benchReindex, benchStart, benchSync, type Bench } from './stages.ts';
import { formatLine, type Line } from './table.ts';
import { benchReorganization, benchTurns } from './reorganize-stage.ts';
import { benchSubmission } from './submit-stage.ts';

const STAGES = ['blocks', 'import', 'reindex', 'start', 'sync', 'submit', 'reorganize', 'turns'];
/**
 * Blocks that the stage `blocks` needs: genesis, the one that funds the senders, and two full ones (warm-up, measured).
 */
const BLOCKS_NEEDED = 4;

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: STAGES.join(',') },
  },
});
const wanted = parseStages(values.only, STAGES);
const folders = temporaryFolders();
const lines: Line[] = [];
const show = (more: readonly Line[]): void => {
  for (const line of more) console.log(formatLine(line));
  lines.push(...more);
};

try {
  const chain = await benchChain(Number(values.transactions));
  if (wanted.has('blocks') && chain.blocks < BLOCKS_NEEDED)
    throw new Error('the stage "blocks" needs two full blocks: --transactions 60000');
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} threads, Node ${process.version}`,
  );
  const bench: Bench = { chain, runs: Number(values.runs), folders };
  if (wanted.has('blocks')) show(await benchBlocks(bench));
  await benchOnChain(bench);
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
