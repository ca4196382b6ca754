/** `npm run bench -- import`: import, reindex, start and sync of a chain of full blocks. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { benchChain } from './chain.ts';
import { runBench } from './frame.ts';
import { CEILING, verificationsPerSecond } from './libsecp256k1.ts';
import { MAX_MIB, runCairn, startNode, untilCaughtUp } from './programs.ts';

const START_MS = 1_500;
/** Modules that are loaded after the first response take memory too. */
const SETTLE_MS = 2_000;

await runBench(
  'import',
  {
    runs: 3,
    parts: ['reindex', 'start', 'sync'],
    numbers: { transactions: [1_000_000, 'of the chain'] },
  },
  async ({ folder, measure, numbers, wants }) => {
    const chain = await benchChain(numbers.transactions);
    let source = folder();
    const name = `import ${chain.transactions.toLocaleString('en')} transactions`;
    const target = { name, unit: '/s', ceiling: CEILING, minShare: 0.5, maxMiB: MAX_MIB } as const;
    const [row] = await measure([target], async () => {
      const ceiling = await verificationsPerSecond();
      rmSync(source, { recursive: true });
      source = folder();
      const { seconds, peakMiB } = await runCairn('import', source, chain.path);
      return [{ value: chain.transactions / seconds, ceiling, peakMiB }];
    });
    const imported = { ceiling: 'import', maxMiB: MAX_MIB, unit: '/s' } as const;

    if (wants('reindex'))
      await measure([{ name: 'reindex', ...imported, minShare: 1 }], async () => {
        const { seconds, peakMiB } = await runCairn('reindex', source, '--log-level', 'warn');
        return [{ value: chain.transactions / seconds, ceiling: row!.value, peakMiB }];
      });

    if (wants('start'))
      await measure(
        [{ name: 'start to first response', unit: 'ms', max: START_MS, maxMiB: MAX_MIB }],
        async () => {
          const node = await startNode(source, '--p2p-port', '0');
          await sleep(SETTLE_MS);
          await node.stop();
          return [{ value: node.firstResponseMs, peakMiB: node.peakMiB() }];
        },
      );

    if (wants('sync'))
      for (const flags of [[], ['--index']]) {
        const what = `sync from a peer${flags.length > 0 ? ', with the index' : ''}`;
        const targets = [
          { name: what, ...imported, ...(flags.length === 0 && { minShare: 0.6 }) },
          { name: '  the peer that serves it', ...imported },
        ];
        await measure(targets, async () => {
          const peer = await startNode(source, '--p2p-port', '0');
          const [address] = await peer.line(/\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/[^\s"]+/);
          const empty = folder();
          const node = await startNode(empty, '--p2p-port', '0', '--peer', address, ...flags);
          await untilCaughtUp(node, chain.blocks - 1);
          const value = (chain.transactions * 1_000) / (performance.now() - node.began);
          await node.stop();
          await peer.stop();
          rmSync(empty, { recursive: true });
          return [node, peer].map((one) => ({ value, ceiling: row!.value, peakMiB: one.peakMiB() }));
        });
      }
  },
);
