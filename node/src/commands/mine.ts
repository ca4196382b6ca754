import { readChainConfig, readLogConfig, readRewardAddress } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { Mempool } from '../mempool/mempool.ts';
import { createMiner } from '../miner/miner.ts';
import { describeBlock } from '../miner/mining-loop.ts';
import { openProofSearch } from '../miner/proof-search.ts';
import { openNodeChain } from '../chain/node-chain.ts';
import { NodeError } from '../startup/errors.ts';
import { listenForStop } from './stop-signal.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn mine`: mines blocks on a stopped node, including its pending transactions. */
export const mineCommand: CliCommand = {
  name: 'mine',
  summary: 'mine blocks on a stopped node, including pending transactions',
  flags: [...CHAIN_FLAGS, 'blocks', 'to', ...LOG_FLAGS],
  async run({ settings, terminal }) {
    const config = readChainConfig(settings);
    const { blocks = 1 } = settings.flags;
    const to = readRewardAddress(settings, 'to', config.network);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    const stop = listenForStop();
    const opened = await openNodeChain(config, { clock: Date.now, logger });
    const { chain, directory, clock, close } = opened;
    const mempool = await Mempool.open({ chain, directory: directory.mempool, clock, logger });
    const proofs = openProofSearch();
    try {
      const miner = createMiner({ chain, mempool, proofs, clock, logger });
      for (let count = 0; count < blocks; count += 1) {
        const block = await miner.mineBlock(to, stop.signal);
        if (block === undefined) throw new NodeError(`stopped after ${count} of ${blocks} blocks`);
        terminal.out(describeBlock(block));
      }
      return 0;
    } finally {
      await proofs.close();
      await mempool.close();
      await close();
      stop.release();
    }
  },
};
