import { join } from 'node:path';
import type { RpcStatus } from '@cairn/api/rpc';
import { readTokenFile, TokenFileError } from '@cairn/token-file';
import { readLogConfig, readRpcConfig, type RpcConfig } from '../config.ts';
import { createLogger } from '@cairn/http/log';
import { openNodeChain, requireExistingChain } from '../chain/node-chain.ts';
import { NodeError } from '../startup/errors.ts';
import { DataDirectoryError } from '../storage/data-directory.ts';
import type { Terminal } from './terminal.ts';
import { CHAIN_FLAGS, LOG_FLAGS, type CliCommand } from './command.ts';

/** `cairn status`: asks the running node for its status; if none runs, reads the data directory. */
export const statusCommand: CliCommand = {
  name: 'status',
  summary: 'show the status of the node, running or stopped',
  flags: [...CHAIN_FLAGS, 'rpc-host', 'rpc-port', 'json', ...LOG_FLAGS],
  async run({ settings, terminal }) {
    const config = readRpcConfig(settings);
    const { host, port } = config.rpc;
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    const status = await fetchRunningStatus(config, url);
    const logger = createLogger(readLogConfig(settings, 'warn'), 2);
    const report =
      status === undefined ? await reportStopped(config, url, logger) : reportRunning(status, url);
    printReport(report, settings.flags.json === true, terminal);
    return 0;
  },
};

const TIMEOUT_MS = 5_000;

/**
 * The status of the node that serves this data directory.
 * @returns `undefined` if no server can be reached at `url`, or the directory has no token file yet
 * @throws NodeError if the server serves another directory, does not answer in time, or gives an unexpected answer
 * @throws TokenFileError for a token file that cannot be read or trusted
 */
async function fetchRunningStatus({ dataDirectory }: RpcConfig, url: string): Promise<RpcStatus | undefined> {
  // Loaded here because no other command needs the RPC client.
  const { ApiError, createRpcClient, TransportError } = await import('@cairn/api/rpc');
  try {
    const token = await readTokenFile(join(dataDirectory, 'rpc.token'));
    const client = createRpcClient({ baseUrl: url, token, timeoutMs: TIMEOUT_MS });
    return await client.status();
  } catch (error) {
    if (error instanceof TokenFileError && error.code === 'missing') return undefined;
    if (error instanceof TransportError && error.kind === 'network') return undefined;
    if (error instanceof ApiError && error.status === 401) {
      throw new NodeError(
        `the node at ${url} does not accept the token of ${dataDirectory}: it serves another directory; set the right one with --data-dir or --rpc-port`,
        { cause: error },
      );
    }
    if (error instanceof TransportError || error instanceof ApiError) {
      throw new NodeError(`unexpected answer from ${url}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** Rows of the output. JSON contains `value`, the text output `text` if there is one. */
type Report = readonly (readonly [
  label: string,
  jsonName: string,
  value: string | number | boolean,
  text?: string,
])[];

function reportRunning(status: RpcStatus, url: string): Report {
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

async function reportStopped(
  config: RpcConfig,
  url: string,
  logger: ReturnType<typeof createLogger>,
): Promise<Report> {
  requireExistingChain(config);
  try {
    const { chain, close } = await openNodeChain(config, { clock: Date.now, logger, readOnly: true });
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
      `a process uses ${config.dataDirectory}, but no RPC answers at ${url}: if it has another port, set --rpc-port`,
      { cause: error },
    );
  }
}

function printReport(report: Report, asJson: boolean, terminal: Terminal): void {
  if (asJson) {
    terminal.out(JSON.stringify(Object.fromEntries(report.map(([, name, value]) => [name, value]))));
    return;
  }
  for (const [label, , value, text] of report) terminal.out(`${label.padEnd(18)}${text ?? value}`);
}
