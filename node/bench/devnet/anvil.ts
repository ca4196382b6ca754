import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '@cairn/suite';

/** npm downloads it when the benchmark runs, because nothing else needs its 43 MB; its install scripts are disabled. */
const ANVIL = '@foundry-rs/anvil@1.7.1';

/** A running anvil, Ethereum's development node, which mines only on request. */
export interface Anvil {
  /** One JSON-RPC call. @throws Error with the server's message */
  readonly call: (method: string, ...params: unknown[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Starts anvil on a free port. @returns `undefined` if npm cannot fetch it, or it does not answer within a minute */
export async function startAnvil(): Promise<Anvil | undefined> {
  const port = await findFreePort();
  const argv = ['exec', '--yes', '--ignore-scripts', `--package=${ANVIL}`, '--', 'anvil'];
  const child = spawn('npm', [...argv, '--no-mining', '--silent', '--port', String(port)], {
    stdio: 'ignore',
    detached: true, // npm starts it as a child: both are stopped as a group
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
