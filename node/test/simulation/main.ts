/**
 * The simulation's long form (`npm run test:simulation`): partitions of a network of real nodes on a simulated clock.
 * It stops at the first partition after which nodes disagree, or a node's store differs from that of the twin, a chain
 * that receives only the winning branch.
 */
import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

const HELP = `npm run test:simulation -- [--partitions N] [--seed N] [--per-world N] [--deepest N]

  --partitions N  number of partitions (default 1000)
  --seed N        seed of the first world; each further world has the next number (default: random)
  --per-world N   partitions of one world (default 10)
  --deepest N     depth of the deepest reorganization, in blocks (default 100)

A failure prints the seed of its world: --seed N --partitions 10 repeats it. Its files are kept. TMPDIR sets the folder of
all files; in memory (/dev/shm) the simulation is several times faster.
`;

const { values } = parseArgs({
  options: {
    partitions: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    'per-world': { type: 'string', default: '10' },
    deepest: { type: 'string', default: '100' },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
if (values.help) say(HELP);
else {
  const plan = {
    partitions: readWholeNumber('partitions', values.partitions),
    seed: readWholeNumber('seed', values.seed),
    perWorld: readWholeNumber('per-world', values['per-world']),
    deepest: readWholeNumber('deepest', values.deepest),
  };
  const { failure } = await simulate(plan, say);
  process.exitCode = failure === undefined ? 0 : 1;
}

function readWholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new Error(`--${name} takes a whole number from 1 up, not "${text}"`);
}
