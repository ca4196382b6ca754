import { join } from 'node:path';
import { ApiError, TransportError } from '@cairn/api';
import { createRpcClient, type RpcStatus } from '@cairn/api/rpc';
import { readTokenFile, TokenFileError } from '@cairn/token-file';
import { readLogConfig, readRpcConfig, type RpcConfig } from '../config.ts';
import { createLogger } from '../log.ts';
import { openNodeChain, requireExistingChain } from '../node-chain.ts';
import { NodeError } from '../node-error.ts';
import { DataDirectoryError } from '../storage/data-directory.ts';
import type { Terminal } from '../terminal.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

const ANSWER_WITHIN_MILLISECONDS = 5_000;

/** `cairn status`: asks the running node; where none runs, says so and reads its directory. */
export const statusCommand: CliCommand = {
  name: 'status',
  summary: 'show where the node stands, running or stopped',
  flags: [...CHAIN_FLAGS, 'rpc-host', 'rpc-port', 'json', ...LOG_FLAGS],
  async run({ settings, terminal }) {
    const config = readRpcConfig(settings);
    const url = rpcUrl(config);
    const answer = await askRunningNode(config, url);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    const report = answer === undefined ? await readStopped(config, url, logger) : runningReport(answer, url);
    print(report, settings.isOn('json'), terminal);
    return 0;
  },
};

/** Label, name in JSON, value. */
type Report = readonly (readonly [label: string, name: string, value: string | number | boolean])[];

function rpcUrl({ rpc: { host, port } }: RpcConfig): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** @returns `undefined` when nothing listens there, or the directory was never served */
async function askRunningNode({ dataDirectory }: RpcConfig, url: string): Promise<RpcStatus | undefined> {
  try {
    const token = await readTokenFile(join(dataDirectory, 'rpc.token'));
    const client = createRpcClient({ baseUrl: url, token, timeoutMs: ANSWER_WITHIN_MILLISECONDS });
    return await client.status();
  } catch (error) {
    if (error instanceof TokenFileError && error.code === 'missing') return undefined;
    if (error instanceof TransportError && error.kind === 'network') return undefined;
    if (error instanceof ApiError && error.status === 401) {
      throw new NodeError(
        `the node at ${url} does not accept the token of ${dataDirectory}: it serves another directory; name the right one with --data-dir or --rpc-port`,
        { cause: error },
      );
    }
    if (error instanceof TransportError || error instanceof ApiError) {
      throw new NodeError(`${url} gives no usable answer: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

function runningReport(status: RpcStatus, url: string): Report {
  return [
    ['Node', 'running', `running, RPC at ${url}`],
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
    const { chain, close } = await openNodeChain(config, { clock: Date.now, logger });
    const { height, id } = chain.tip()!;
    await close();
    return [
      ['Node', 'running', `not running (nothing answers at ${url})`],
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
    const entries = report.map(([, name, value]) => [
      name,
      name === 'running' ? `${value}`.startsWith('running') : value,
    ]);
    terminal.out(JSON.stringify(Object.fromEntries(entries)));
    return;
  }
  for (const [label, , value] of report) terminal.out(`${label.padEnd(18)}${value}`);
}
