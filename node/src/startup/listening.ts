import { BlockList, isIP } from 'node:net';
import { NodeError } from './errors.ts';

/** Address of a server; port 0 picks a free one. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/**
 * Starts a server.
 * @throws NodeError if it cannot listen; the message names the port or host and the flag to change it
 */
export async function startListening<T>(
  name: 'explorer' | 'rpc' | 'p2p' | 'metrics' | 'control',
  { host, port }: Listener,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof NodeError) throw error;
    const { message, code = /\bE[A-Z_]{4,}\b/.exec(message)?.[0] } = error as NodeJS.ErrnoException; // libp2p has it only in its message
    const otherPort = `choose another with --${name}-port`;
    const problems: Readonly<Record<string, string>> = {
      EADDRINUSE: `port ${port} is taken: ${otherPort}`,
      EACCES: `no permission to use port ${port}: ${otherPort}`,
    };
    const isForeign = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? '');
    const problem = isForeign
      ? `${host} is not an address of this machine: choose another with --${name}-host`
      : (problems[code ?? ''] ?? `--${name}-port ${port} on ${host} cannot be opened: ${message}`);
    throw new NodeError(problem, { cause: Object.assign(error as Error, { code }) });
  }
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True if only this machine reaches the host. @param host a host name or an IP address, as configured */
export function isLoopback(host: string): boolean {
  const version = isIP(host);
  return host === 'localhost' || (version !== 0 && LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4'));
}

/**
 * The warning for an Explorer API that other machines can reach (interface document, section 5.1); `undefined` on loopback.
 */
export function exposureWarning(host: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return (
    `The Explorer API listens on ${host}, where others may reach it, without TLS and without limits on requests: ` +
    'put a reverse proxy with both in front of it (docs/PUBLISHING.md has one for nginx), which needs no --explorer-host'
  );
}

/** The only hosts on which the private RPC may listen (interface document, section 5.2.4). */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];
