/** `npm run bench -- testkit`: chains in the process of a test (`createChain`). */
import { setImmediate } from 'node:timers/promises';
import { createChain, type TestChain } from '@cairn/testkit';
import { runBench } from './frame.ts';

const MANY = 100;
const BLOCKS = 10;

/** What a call takes, in milliseconds. */
async function timed<Result>(call: () => Promise<Result>): Promise<[milliseconds: number, Result]> {
  const began = performance.now();
  const result = await call();
  return [performance.now() - began, result];
}

await runBench('testkit', { runs: 5, parts: ['one', 'many'], numbers: {} }, async (bench) => {
  if (bench.wants('one'))
    await bench.measure(
      [
        // The slowest is the first one of a process.
        { name: 'open a chain, the first too', unit: 'ms', max: 50, quantile: 1 },
        { name: 'mine and index a block', unit: 'ms', max: 5 },
      ],
      async () => {
        const [opening, chain] = await timed(() => createChain());
        const [mining] = await timed(async () => {
          for (let count = 0; count < BLOCKS; count += 1) await chain.devnet.mine();
        });
        await chain.close();
        return [{ value: opening }, { value: mining / BLOCKS }];
      },
    );
  if (bench.wants('many'))
    await bench.measure(
      [
        { name: `${MANY} chains created, mined and closed`, unit: 'ms', max: 8_000 },
        { name: 'memory of a chain, of the first hundred', unit: 'B', max: 20_000_000, quantile: 1 },
      ],
      async () => {
        const before = process.memoryUsage.rss();
        const chains: TestChain[] = [];
        const [opening] = await timed(async () => {
          for (let seed = 0; seed < MANY; seed += 1) {
            const chain = await createChain({ seed });
            await chain.devnet.mine({ blocks: 3 });
            chains.push(chain);
          }
        });
        const memory = (process.memoryUsage.rss() - before) / MANY;
        const [closing] = await timed(() => Promise.all(chains.map((chain) => chain.close())));
        await setImmediate();
        return [{ value: opening + closing }, { value: memory }];
      },
    );
});
