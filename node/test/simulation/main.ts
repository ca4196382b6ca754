/**
 * The simulation's long form (`npm run test:simulation`): partitions of a network of real nodes on a simulated clock.
 * It stops at the first partition after which nodes disagree, or a node's store differs from that of the twin, a chain
 * that receives only the winning branch.
 */
import { createCommand, wholeNumber } from '@cairn/suite/options';
import { simulate } from './simulate.ts';

const plan = createCommand(
  'npm run test:simulation --',
  'Partitions of a network of real nodes on a simulated clock. A failure prints the seed of its world: --seed N --partitions 10 repeats it. Its files are kept. TMPDIR sets the folder of all files; in memory (/dev/shm) the simulation is several times faster.',
)
  .option('--partitions <count>', 'partitions', wholeNumber(), 1_000)
  .option(
    '--seed <seed>',
    'of the first world; each further world has the next number (default: random)',
    wholeNumber(),
    Math.floor(Math.random() * 2 ** 31),
  )
  .option('--per-world <count>', 'partitions of one world', wholeNumber(), 10)
  .option('--deepest <blocks>', 'depth of the deepest reorganization', wholeNumber(), 100)
  .option('--failing-writes <count>', 'one in so many writes of a chain fails', wholeNumber(), 1_000)
  .option('--in-memory', 'the stores of the nodes are in memory, without projections', false)
  .parse()
  .opts<Parameters<typeof simulate>[0]>();

const { failure } = await simulate(plan, (line) => void process.stdout.write(`${line}\n`));
process.exit(failure === undefined ? 0 : 1); // the nodes of a world that failed may still run
