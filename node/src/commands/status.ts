import type { RpcStatus } from '@cairn/api/rpc';
import { readLogConfig, readRpcConfig, type RpcConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { openNodeChain, requireExistingChain } from '../node-chain.ts';
import { NodeError } from '../node-error.ts';
import { DataDirectoryError } from '../storage/data-directory.ts';
import type { Terminal } from '../terminal.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn status`: asks the running node; where none runs, says so and reads its directory. */
export const statusCommand: CliCommand = {
  name: 'status',
  summary: 'show where the node stands, running or stopped',
  flags: [...CHAIN_FLAGS, 'rpc-host', 'rpc-port', 'json', ...LOG_FLAGS],
  async run({ settings, terminal }) {
    const config = readRpcConfig(settings);
    // Loaded here, because no other command needs the RPC's client to begin.
    const { askRunningNode, rpcUrl } = await import('./running-node.ts');
    const url = rpcUrl(config);
    const answer = await askRunningNode(config);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    const report = answer === undefined ? await readStopped(config, url, logger) : runningReport(answer, url);
    print(report, settings.isOn('json'), terminal);
    return 0;
  },
};

/** Label, name in JSON, value; and its words where the value alone would not say enough. */
type Report = readonly (readonly [
  label: string,
  name: string,
  value: string | number | boolean,
  words?: string,
])[];

function runningReport(status: RpcStatus, url: string): Report {
  return [
    ['Node', 'running', true, `running, RPC at ${url}`],
    ['Network', 'network', status.network],
    ['Data directory', 'data_dir', status.data_dir],
    ['Height', 'height', status.height],
    ['Ready', 'ready', status.ready],
    ['Syncing', 'syncing', status.syncing],
    ['Peers', 'peer_count', status.peer_count],
    ['Best peer height', 'best_peer_height', status.best_peer_height],
  ];
}

async function readStopped(
  config: RpcConfig,
  url: string,
  logger: ReturnType<typeof createLogger>,
): Promise<Report> {
  requireExistingChain(config);
  try {
    const { chain, close } = await openNodeChain(config, { clock: Date.now, logger, onlyRead: true });
    const { height, id } = chain.tip()!;
    await close();
    return [
      ['Node', 'running', false, `not running (nothing answers at ${url})`],
      ['Network', 'network', config.network.name],
      ['Data directory', 'data_dir', config.dataDirectory],
      ['Height', 'height', height],
      ['Tip', 'tip_id', id],
    ];
  } catch (error) {
    if (!(error instanceof DataDirectoryError) || error.code !== 'locked') throw error;
    throw new NodeError(
      `a process uses ${config.dataDirectory}, but no RPC answers at ${url}: if its port is another, name it with --rpc-port`,
      { cause: error },
    );
  }
}

function print(report: Report, asJson: boolean, terminal: Terminal): void {
  if (asJson) {
    terminal.out(JSON.stringify(Object.fromEntries(report.map(([, name, value]) => [name, value]))));
    return;
  }
  for (const [label, , value, words] of report) terminal.out(`${label.padEnd(18)}${words ?? value}`);
}
