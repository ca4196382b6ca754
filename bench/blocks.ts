/** `npm run bench -- blocks`: consecutive full blocks, against bare libsecp256k1, and a switch to another branch. */
import { join } from 'node:path';
import { benchChain, BlockMaker, FEE, FULL_BLOCK, readRecords, transfers, writeRecords } from './chain.ts';
import { type Bench, median, runBench } from './frame.ts';
import { CEILING, verificationsPerSecond } from './libsecp256k1.ts';
import { MAX_MIB, runScript } from './programs.ts';
import type { Switch } from './scripts/append-blocks.ts';

/** Genesis, the block that funds the senders, a full block that warms up and one that is measured. */
const BLOCKS_NEEDED = 4;
/** Blocks that leave the chain, and transfers in each block of both branches. */
const [DEPTH, TRANSFERS] = [6, 1_000];
/** Position of the winning branch's first transfer: half of the transfers that leave are in both branches. */
const NEW_BRANCH_FROM = (DEPTH * TRANSFERS) / 2;
const MAX_MS = 1_000;

type BlocksBench = Bench<'validate' | 'reorganize', 'transactions'>;

await runBench(
  'blocks',
  {
    runs: 3,
    parts: ['validate', 'reorganize'],
    numbers: { transactions: [1_000_000, 'of the chain that is validated'] },
  },
  async (bench: BlocksBench) => {
    if (bench.wants('validate')) await validate(bench);
    if (bench.wants('reorganize')) await reorganize(bench);
  },
);

async function validate({ numbers, measure, refuse }: BlocksBench): Promise<void> {
  const chain = await benchChain(numbers.transactions);
  if (chain.blocks < BLOCKS_NEEDED) refuse('it needs two full blocks: --transactions 60000');
  const name = `validate a full block of ${FULL_BLOCK.toLocaleString('en')} transfers`;
  await measure([{ name, unit: '/s', ceiling: CEILING, minShare: 0.65, maxMiB: MAX_MIB }], async () => {
    const ceiling = await verificationsPerSecond();
    const { result, peakMiB } = await runScript('append-blocks.ts', chain.path);
    return [{ value: FULL_BLOCK / (median(result as number[]) / 1_000), ceiling, peakMiB }];
  });
}

async function reorganize({ folder, measure }: BlocksBench): Promise<void> {
  const common = (await Array.fromAsync(readRecords((await benchChain(1)).path))).slice(0, 2);
  const base = await BlockMaker.after(common);
  const place = folder();
  const files = ['common', 'old', 'new'].map((name) => join(place, name));
  await writeRecords(files[0]!, common);
  await writeRecords(files[1]!, branch(base.fork(), 0, DEPTH));
  await writeRecords(files[2]!, branch(base.fork(), NEW_BRANCH_FROM, DEPTH + 1));
  const name = `reorganize ${DEPTH} blocks of ${TRANSFERS.toLocaleString('en')} transfers`;
  await measure(
    [name, `${name}, with the index`].map((target) => ({ name: target, unit: 'ms', max: MAX_MS })),
    async () => {
      const { result, peakMiB } = await runScript('append-blocks.ts', ...files);
      const { chain, index } = result as Switch;
      return [chain, index].map((value) => ({ value, peakMiB }));
    },
  );
}

/** Makes consecutive blocks. @param from position of the first transfer */
async function* branch(maker: BlockMaker, from: number, blocks: number): AsyncGenerator<Uint8Array> {
  for (let block = 0; block < blocks; block += 1)
    yield maker.next(transfers(from + block * TRANSFERS, TRANSFERS), FEE * BigInt(TRANSFERS));
}
