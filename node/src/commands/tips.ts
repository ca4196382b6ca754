import { createLogger } from '@cairn/http/log';
import { formatWork } from '@cairn/protocol';
import { readChainConfig, readLogConfig } from '../config.ts';
import { openNodeChain, requireExistingChain } from '../chain/node-chain.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn tips`: prints the tips of all branches that a stopped node knows (PROTOCOL.md section 8). */
export const tipsCommand: CliCommand = {
  name: 'tips',
  summary: 'list the tips of all branches that a stopped node knows',
  flags: [...CHAIN_FLAGS, 'json', ...LOG_FLAGS],
  async run({ settings, terminal }) {
    const config = readChainConfig(settings);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    requireExistingChain(config);
    const { chain, close } = await openNodeChain(config, { clock: Date.now, logger, readOnly: true });
    try {
      const tips = chain.branchTips().map(({ block, commonAncestor, state }) => ({
        state,
        height: block.height,
        id: block.id,
        work: formatWork(block.work),
        common_height: commonAncestor.height,
        common_id: commonAncestor.id,
      }));
      if (settings.flags.json === true) terminal.out(JSON.stringify(tips, undefined, 2));
      else {
        for (const { state, height, id, work, common_height: common } of tips) {
          const branch = state === 'active' ? '' : `, branches off above block ${common}`;
          terminal.out(`${state.padEnd(12)} height ${height}  ${id}  work 0x${work}${branch}`);
        }
      }
      return 0;
    } finally {
      await close();
    }
  },
};
