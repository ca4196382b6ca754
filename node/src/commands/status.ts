import type { RpcStatus } from '@cairn/api/rpc';
import { TokenFileError } from '@cairn/token-file';
import { type Options, readRpcConfig } from '../config.ts';
import { NodeError } from '../startup/errors.ts';
import { DataDirectoryError } from '../home/data-directory.ts';
import { openChain } from './chain-commands.ts';
import { CHAIN_OPTIONS, LOG_OPTIONS, printResult, type CliCommand } from './command.ts';
import { callRpc, rpcOfDirectory, RpcUnreachableError, type RpcAccess, withDevnetFolder } from './rpc.ts';

/** Rows of the output. JSON contains `value`, the text output `text` if there is one. */
type Report = readonly (readonly [
  label: string,
  jsonName: string,
  value: string | number | boolean,
  text?: string,
])[];

/** `cairn status`: asks the running node for its status; if none runs, reads the data directory. */
export const statusCommand: CliCommand = {
  name: 'status',
  summary: 'show the status of the node, running or stopped',
  options: [...CHAIN_OPTIONS, 'rpcHost', 'rpcPort', 'json', ...LOG_OPTIONS],
  async run({ options: given, terminal }) {
    const options = withDevnetFolder(given);
    const access = rpcOfDirectory(options);
    const { url } = access;
    const status = await fetchStatus(access);
    const report = status === undefined ? await reportStopped(options, url) : reportRunning(status, url);
    const lines = report.map(([label, , value, text]) => `${label.padEnd(18)}${text ?? value}`);
    const document = Object.fromEntries(report.map(([, name, value]) => [name, value]));
    printResult({ options, terminal }, document, lines.join('\n'));
  },
};

/** @returns `undefined` if no server answers, or the directory has no token file yet */
async function fetchStatus(access: RpcAccess): Promise<RpcStatus | undefined> {
  try {
    return await callRpc(access, (client) => client.status());
  } catch (error) {
    const isMissing = error instanceof TokenFileError && error.code === 'missing';
    if (isMissing || error instanceof RpcUnreachableError) return undefined;
    throw error;
  }
}

function reportRunning(status: RpcStatus, url: string): Report {
  return [
    ['Node', 'running', true, `running, RPC at ${url}`],
    ['Version', 'node_version', status.node_version ?? 'unknown'],
    ['Signatures', 'signatures', status.signatures ?? 'unknown'],
    ['Network', 'network', status.network],
    ['Data directory', 'data_dir', status.data_dir],
    ['Height', 'height', status.height],
    ['Ready', 'ready', status.ready],
    ['Syncing', 'syncing', status.syncing],
    ['Peers', 'peer_count', status.peer_count],
    ['Best peer height', 'best_peer_height', status.best_peer_height],
  ];
}

async function reportStopped(options: Options, url: string): Promise<Report> {
  const config = readRpcConfig(options);
  try {
    await using opened = await openChain(options, { mustExist: true });
    const { height, id } = opened.chain.tip();
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
