import { join } from 'node:path';
import { ApiError, createRpcClient, TransportError, type RpcStatus } from '@cairn/api/rpc';
import { readTokenFile, TokenFileError } from '@cairn/token-file';
import type { RpcConfig } from '../config.ts';
import { NodeError } from '../node-error.ts';

const ANSWER_WITHIN_MILLISECONDS = 5_000;

/** Where the RPC of a node with this configuration is looked for. */
export function rpcUrl({ rpc: { host, port } }: RpcConfig): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The status of the node that serves this data directory.
 * @returns `undefined` when nothing listens there, or the directory was never served
 * @throws NodeError when something else answers; TokenFileError for a token file that cannot be trusted
 */
export async function askRunningNode(config: RpcConfig): Promise<RpcStatus | undefined> {
  const { dataDirectory } = config;
  const url = rpcUrl(config);
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
