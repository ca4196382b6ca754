import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readTokenFile } from '@cairn/token-file';
import type { RpcClient } from '@cairn/api/rpc';
import { type Options, readRpcConfig } from '../config.ts';
import { NodeError } from '../startup/errors.ts';

/** Where a running node serves the private RPC, and the file with its token. */
export interface RpcAccess {
  readonly url: string;
  readonly tokenFile: string;
}

/** Nothing listens at the address. */
export class RpcUnreachableError extends NodeError {}

const TIMEOUT_MS = 5_000;

/** The node of the data directory, without a search for one. */
export function rpcOfDirectory(options: Options): RpcAccess {
  const { rpc, dataDirectory } = readRpcConfig(options);
  const host = rpc.host.includes(':') ? `[${rpc.host}]` : rpc.host;
  return { url: `http://${host}:${rpc.port}`, tokenFile: join(dataDirectory, 'rpc.token') };
}

/** The node of `--rpc-url` and `--token-file`, or that of the data directory, which on devnet may be that of `cairn dev`. */
export function findRpc(options: Options): RpcAccess {
  const { rpcUrl, tokenFile } = options;
  const access = rpcOfDirectory(withDevnetFolder(options));
  return { url: rpcUrl?.replace(/\/+$/, '') ?? access.url, tokenFile: tokenFile ?? access.tokenFile };
}

/** Options that name no data directory get that of a devnet that has run: of `cairn dev`, `npm start` or the node's default. */
export function withDevnetFolder(options: Options): Options {
  const { network = 'devnet', dataDir } = options;
  if (dataDir !== undefined || network !== 'devnet') return options;
  const found = devnetFolders().find((folder) => existsSync(join(folder, 'rpc.token')));
  return found === undefined ? options : { ...options, dataDir: found };
}

/** Data directories of devnets to try without `--data-dir`: that of `cairn dev` or `npm start` in this folder, then the node's default. */
export function devnetFolders(): string[] {
  return [resolve('.cairn/devnet'), join(homedir(), '.cairn', 'devnet')];
}

/**
 * Calls the RPC of a running node.
 * @throws RpcUnreachableError; NodeError if the server belongs to another data directory, does not answer in time, or gives an
 *   unexpected answer; TokenFileError for a token file that is absent or cannot be trusted
 */
export async function callRpc<Result>(
  { url, tokenFile }: RpcAccess,
  call: (client: RpcClient) => Promise<Result>,
): Promise<Result> {
  const { ApiError, createRpcClient, TransportError } = await import('@cairn/api/rpc'); // few commands need it
  const token = await readTokenFile(tokenFile);
  try {
    return await call(createRpcClient({ baseUrl: url, token, timeoutMs: TIMEOUT_MS }));
  } catch (error) {
    if (error instanceof TransportError && error.code === 'network')
      throw new RpcUnreachableError(`no node answers at ${url}`, { cause: error });
    if (error instanceof ApiError && error.status === 401) {
      throw new NodeError(
        `the node at ${url} does not accept the token in ${tokenFile}: it serves another directory; set the right one with --data-dir or --rpc-port`,
        { cause: error },
      );
    }
    if (error instanceof TransportError || error instanceof ApiError)
      throw new NodeError(`unexpected answer from ${url}: ${error.message}`, { cause: error });
    throw error;
  }
}
