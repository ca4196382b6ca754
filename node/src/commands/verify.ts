import { describeProgress } from '../chain/progress.ts';
import { verifyChain } from '../chain/verify.ts';
import { readChainConfig } from '../config.ts';
import { requireExistingChain } from '../chain/node-chain.ts';
import { NodeError } from '../startup/errors.ts';
import { listenForStop } from './stop-signal.ts';
import { openForReading } from '../storage/data-directory.ts';
import { CHAIN_FLAGS, type CliCommand } from './command.ts';

/** `cairn verify`: validates all data of a stopped node, and reports the first fault. */
export const verifyCommand: CliCommand = {
  name: 'verify',
  summary: 'validate the whole chain of a stopped node and compare its index; reports the first fault',
  flags: CHAIN_FLAGS,
  async run({ settings, terminal }) {
    const config = readChainConfig(settings);
    requireExistingChain(config);
    const dataDirectory = openForReading(config.dataDirectory, config.network);
    const stop = listenForStop();
    const startedAt = performance.now();
    try {
      const { height, id } = await verifyChain({
        dataDirectory,
        network: config.network,
        signal: stop.signal,
        onProgress: (progress) =>
          terminal.progress(`Verifying ${describeProgress(progress, performance.now() - startedAt)}`),
      });
      terminal.endProgress();
      terminal.out(`Verified ${height + 1} blocks and their index; the tip is block ${height}, ${id}`);
      return 0;
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      throw new NodeError('stopped before the chain was verified', { cause: error });
    } finally {
      dataDirectory.close();
      stop.release();
    }
  },
};
