import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Not a dependency: 43 MB that nothing else needs. npm fetches it once, without running its scripts. */
const ANVIL = '@foundry-rs/anvil@1.7.1';

/** A running anvil, the devnet that this one is held against, mining only when asked. */
export interface Anvil {
  /** One JSON-RPC call. @throws Error with the server's message */
  call(method: string, ...params: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** @returns `undefined` where npm cannot fetch it */
export async function startAnvil(): Promise<Anvil | undefined> {
  const port = await freePort();
  const argv = ['exec', '--yes', '--ignore-scripts', `--package=${ANVIL}`, '--', 'anvil'];
  const child = spawn('npm', [...argv, '--no-mining', '--silent', '--port', String(port)], {
    stdio: 'ignore',
    detached: true, // npm starts it below itself: both are ended as a group
  });
  const ended = once(child, 'close');
  const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`anvil: ${method}: ${error.message}`);
    return result;
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
    await ended;
  };
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    if (await call('eth_blockNumber').catch(() => undefined)) return { call, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  return undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
