import { readChainConfig, readLogConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { openNodeChain, requireExistingChain } from '../chain/node-chain.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn reindex`: rebuilds the index of a stopped node (`core/` in the data directory) from its block files. */
export const reindexCommand: CliCommand = {
  name: 'reindex',
  summary: 'rebuild the index of a stopped node from its block files',
  flags: [...CHAIN_FLAGS, ...LOG_FLAGS],
  async run({ settings, terminal }) {
    const config = readChainConfig(settings);
    requireExistingChain(config);
    const logger = createLogger(readLogConfig(settings), 2);
    const { chain, close } = await openNodeChain(config, { clock: Date.now, logger, reindex: true });
    try {
      const { height, id } = chain.tip()!;
      terminal.out(`Rebuilt the index of ${height + 1} blocks; the tip is block ${height}, ${id}`);
      return 0;
    } finally {
      await close();
    }
  },
};
