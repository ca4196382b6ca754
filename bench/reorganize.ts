/** `npm run bench -- reorganize`: the chain switches to another branch, and the index follows. */
import { join } from 'node:path';
import { benchChain, BlockMaker, FEE, readRecords, transfers, writeRecords } from './chain.ts';
import { runBench } from './frame.ts';
import { runScript } from './programs.ts';
import type { Switch } from './scripts/reorganize.ts';

/** Blocks that leave the chain, and transfers in each block of both branches. */
const DEPTH = 6;
const TRANSFERS = 1_000;
/** Position of the winning branch's first transfer: half of the transfers that leave are in both branches. */
const NEW_BRANCH_FROM = (DEPTH * TRANSFERS) / 2;
const MAX_MS = 1_000;

/** Makes consecutive blocks. @param from position of the first transfer */
async function* branch(maker: BlockMaker, from: number, blocks: number): AsyncGenerator<Uint8Array> {
  for (let block = 0; block < blocks; block += 1)
    yield maker.next(transfers(from + block * TRANSFERS, TRANSFERS), FEE * BigInt(TRANSFERS));
}

await runBench('reorganize', { runs: 3, parts: ['reorganize'], numbers: {} }, async ({ folder, measure }) => {
  const { path } = await benchChain(1);
  const common = (await Array.fromAsync(readRecords(path))).slice(0, 2);
  const base = await BlockMaker.after(common);
  const files = ['common', 'old', 'new'].map((name) => join(folder(), name)) as [string, string, string];
  await writeRecords(files[0], common);
  await writeRecords(files[1], branch(base.fork(), 0, DEPTH));
  await writeRecords(files[2], branch(base.fork(), NEW_BRANCH_FROM, DEPTH + 1));
  const name = `reorganize ${DEPTH} blocks of ${TRANSFERS.toLocaleString('en')} transfers`;
  await measure(
    [name, `${name}, with the index`].map((target) => ({ name: target, unit: 'ms', max: MAX_MS })),
    async () => {
      const { output, peakMiB } = await runScript('reorganize.ts', ...files);
      const result = JSON.parse(output) as Switch;
      return [result.chain, result.index].map((value) => ({ value, peakMiB }));
    },
  );
});
