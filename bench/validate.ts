/** `npm run bench -- validate`: consecutive full blocks, against bare libsecp256k1. */
import { benchChain, FULL_BLOCK } from './chain.ts';
import { median, runBench } from './frame.ts';
import { CEILING, verificationsPerSecond } from './libsecp256k1.ts';
import { MAX_MIB, runScript } from './programs.ts';

/** Genesis, the block that funds the senders, a full block that warms up and one that is measured. */
const BLOCKS_NEEDED = 4;

await runBench(
  'validate',
  { runs: 3, parts: ['validate'], numbers: { transactions: [1_000_000, 'of the chain'] } },
  async ({ numbers, measure, refuse }) => {
    const chain = await benchChain(numbers.transactions);
    if (chain.blocks < BLOCKS_NEEDED) refuse('it needs two full blocks: --transactions 60000');
    const name = `validate a full block of ${FULL_BLOCK.toLocaleString('en')} transfers`;
    await measure([{ name, unit: '/s', ceiling: CEILING, minShare: 0.65, maxMiB: MAX_MIB }], async () => {
      const ceiling = await verificationsPerSecond();
      const { output, peakMiB } = await runScript('validate.ts', chain.path);
      const result = JSON.parse(output) as number[];
      return [{ value: FULL_BLOCK / (median(result) / 1_000), ceiling, peakMiB }];
    });
  },
);
