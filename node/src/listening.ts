import type { Listener } from './config.ts';
import { NodeError } from './node-error.ts';

/**
 * Words a failure to listen: which port or host, and the flag that changes it.
 * @throws NodeError
 */
export async function listening<T>(
  name: 'explorer' | 'rpc' | 'p2p' | 'metrics',
  { host, port }: Listener,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (error instanceof NodeError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new NodeError(`port ${port} is taken: choose another with --${name}-port`, { cause: error });
    }
    if (code === 'EACCES') {
      throw new NodeError(`port ${port} may not be used: choose another with --${name}-port`, {
        cause: error,
      });
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new NodeError(`${host} is no address of this machine: choose another with --${name}-host`, {
        cause: error,
      });
    }
    throw new NodeError(`--${name}-port ${port} on ${host} cannot be opened: ${message}`, { cause: error });
  }
}
