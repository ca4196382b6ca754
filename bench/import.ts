/** `npm run bench -- import`: import, reindex, start and sync of a chain of full blocks. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { benchChain } from './chain.ts';
import { runBench } from './frame.ts';
import { CEILING, verificationsPerSecond } from './libsecp256k1.ts';
import { importedDirectory, MAX_MIB, runCairn, runScript, startNode, untilCaughtUp } from './programs.ts';
import type { Written } from './scripts/bare-leveldb.ts';

const START_MS = 1_500;
/** Modules that are loaded after the first response take memory too. */
const SETTLE_MS = 2_000;

await runBench(
  'import',
  {
    runs: 3,
    parts: ['import', 'reindex', 'start', 'sync'],
    numbers: { transactions: [1_000_000, 'of the chain'] },
  },
  async (bench) => {
    const { folder, measure, numbers, wants } = bench;
    const chain = await benchChain(numbers.transactions);
    let directory: string | undefined;
    /** Transactions a second of the import. */
    let imported = 0;
    if (wants('import') || wants('sync')) {
      const name = `import ${chain.transactions.toLocaleString('en')} transactions`;
      const target = { name, unit: '/s', ceiling: CEILING, minShare: 0.5, maxMiB: MAX_MIB } as const;
      const [row] = await measure([target], async () => {
        const ceiling = await verificationsPerSecond();
        if (directory !== undefined) rmSync(directory, { recursive: true });
        directory = folder();
        const { seconds, peakMiB } = await runCairn('import', directory, chain.path);
        return [{ value: chain.transactions / seconds, ceiling, peakMiB }];
      });
      imported = row!.value;
    }
    const source = (directory ??= await importedDirectory(bench, chain));

    if (wants('reindex')) {
      const aims = { ceiling: 'bare LevelDB', minShare: 0.35, maxMiB: MAX_MIB };
      await measure([{ name: 'reindex (keys)', unit: '/s', ...aims }], async () => {
        const { seconds, peakMiB } = await runCairn('reindex', source, '--log-level', 'warn');
        const { output } = await runScript('bare-leveldb.ts', source);
        const result = JSON.parse(output) as Written;
        return [{ value: result.keys / seconds, ceiling: result.keys / result.seconds, peakMiB }];
      });
    }

    if (wants('start')) {
      const target = { name: 'start to first response', unit: 'ms', max: START_MS, maxMiB: MAX_MIB } as const;
      await measure([target], async () => {
        const node = await startNode(source, '--p2p-port', '0');
        await sleep(SETTLE_MS);
        await node.stop();
        return [{ value: node.firstResponseMs, peakMiB: node.peakMiB() }];
      });
    }

    if (wants('sync')) {
      for (const flags of [[], ['--index']]) {
        const name = `sync from a peer${flags.length > 0 ? ', with the index' : ''}`;
        const target = { unit: '/s', ceiling: 'import', maxMiB: MAX_MIB } as const;
        const targets = [
          { name, ...target, ...(flags.length === 0 && { minShare: 0.6 }) },
          { name: '  the peer that serves it', ...target },
        ];
        await measure(targets, async () => {
          const peer = await startNode(source, '--p2p-port', '0');
          const [address] = await peer.line(/\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/\S+/);
          const empty = folder();
          const node = await startNode(empty, '--p2p-port', '0', '--peer', address, ...flags);
          await untilCaughtUp(node, chain.blocks - 1);
          const value = (chain.transactions * 1_000) / (performance.now() - node.began);
          await node.stop();
          await peer.stop();
          rmSync(empty, { recursive: true });
          return [node, peer].map((one) => ({ value, ceiling: imported, peakMiB: one.peakMiB() }));
        });
      }
    }
  },
);
