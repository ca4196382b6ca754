import { existsSync } from 'node:fs';
import { exportBlocks } from '../chain/import-export.ts';
import { describeProgress } from '../chain/progress.ts';
import { readChainConfig, readLogConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { openNodeChain, requireExistingChain } from '../chain/node-chain.ts';
import { NodeError } from '../startup/errors.ts';
import { listenForStop } from './stop-signal.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn export FILE`: writes the whole chain of a stopped node to a file, as block records. */
export const exportCommand: CliCommand = {
  name: 'export',
  summary: 'write the chain of a stopped node to a file',
  argument: { name: 'file', help: 'a file that does not exist yet' },
  flags: [...CHAIN_FLAGS, ...LOG_FLAGS],
  async run({ settings, positional: [file = ''], terminal }) {
    const config = readChainConfig(settings);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    requireExistingChain(config);
    if (existsSync(file)) throw new NodeError(`${file} exists already; export writes a new file`);
    const { chain, close } = await openNodeChain(config, { clock: Date.now, logger, readOnly: true });
    const stop = listenForStop();
    const startedAt = performance.now();
    try {
      const onProgress: Parameters<typeof exportBlocks>[2] = (progress) =>
        terminal.progress(`Exporting ${describeProgress(progress, performance.now() - startedAt)}`);
      const { exported } = await exportBlocks(chain, file, onProgress, stop.signal);
      terminal.endProgress();
      terminal.out(`Exported ${exported} blocks to ${file}`);
      return 0;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      throw new NodeError(`stopped; ${file} was not written`, { cause: error });
    } finally {
      await close();
      stop.release();
    }
  },
};
