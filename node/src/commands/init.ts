import { readChainConfig, readLogConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { openNodeChain } from '../chain/node-chain.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn init`: creates a data directory with the genesis block, unless the directory is initialized already. */
export const initCommand: CliCommand = {
  name: 'init',
  summary: 'create the data directory with the genesis block',
  flags: [...CHAIN_FLAGS, ...LOG_FLAGS],
  async run({ settings, terminal }) {
    const config = readChainConfig(settings);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    const { chain, initialized, close } = await openNodeChain(config, { clock: Date.now, logger });
    const { height, id } = chain.tip()!;
    await close();
    terminal.out(
      initialized
        ? `Initialized ${config.network.name} in ${config.dataDirectory}: genesis block ${id}`
        : `${config.dataDirectory} is initialized already: ${config.network.name} at height ${height}, tip ${id}`,
    );
    return 0;
  },
};
