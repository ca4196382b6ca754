/**
 * The simulation's long form (`npm run test:simulation`): partitions of a network of real nodes on a simulated clock. It fails
 * at the first one after which the nodes disagree, or a store differs from that of a twin that saw the winning branch only.
 */
import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

const HELP = `npm run test:simulation -- [--partitions N] [--seed N] [--per-world N] [--deepest N]

  --partitions N  partitions in all (default 1000)
  --seed N        of the first world; each further one has the next number (default: random)
  --per-world N   partitions of one world (default 10)
  --deepest N     maximal depth of a reorganization, in blocks (default 100)

A failure names the seed of its world: --seed N --partitions 10 repeats it. Its files are kept. TMPDIR says where files
go; in memory (/dev/shm) it is several times faster.
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
