import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ALONE, runCommand, startNode, startNodeHere, temporaryFolder, WITH_PEERS } from './cairn-process.ts';
import { findFreePort } from '@cairn/suite';

/** A port that is in use until the test ends. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('cairn start', () => {
  it('creates a chain, serves both interfaces, and stops cleanly on SIGTERM', async () => {
    const node = await startNode([...WITH_PEERS, '--explorer-host', '0.0.0.0']);
    await node.line(/listens on 0\.0\.0\.0, .*without TLS and without limits.*docs\/PUBLISHING\.md/);
    await node.line(/Created a new chain: genesis block [0-9a-f]{64}/);
    await node.line(/Listening for peers on \/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/\w+/);
    expect(await node.explorer.status()).toMatchObject({
      network: 'devnet',
      height: 0,
      ready: true,
      syncing: false,
    });
    expect(await node.rpc.status()).toMatchObject({
      data_dir: node.path,
      height: 0,
      peer_count: 0,
      ready: true,
    });
    const { code, out, err } = await node.stop();
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.at(-1)).toContain('Stopped.');
    // No other port is open: metrics and devnet control have one only if a flag sets it.
    expect(new Set(out.flatMap((line) => line.match(/http:\/\/[\d.]+:\d+/g) ?? []))).toEqual(
      new Set([node.explorerUrl, node.rpcUrl]),
    );
    expect((await runCommand(['status', '--data-dir', node.path, '--rpc-port', '1'])).code).toBe(0);
  });
});

describe('a start that fails', () => {
  const start = (path: string, ...flags: string[]) =>
    runCommand(['start', '--data-dir', path, ...ALONE, ...flags]);

  it.each(['explorer', 'rpc', 'metrics'])('on a port in use names it and --%s-port', async (name) => {
    const port = await takenPort();
    const path = join(temporaryFolder(), 'node');
    expect(await start(path, `--${name}-port`, `${port}`)).toEqual({
      code: 1,
      out: [],
      err: [`cairn: port ${port} is taken: choose another with --${name}-port`],
    });
    // The directory is unlocked: the next command can open it.
    expect((await runCommand(['status', '--data-dir', path, '--rpc-port', '1'])).code).toBe(0);
  });

  it('on an address that the machine does not have names it and --explorer-host', async () => {
    const { code, err } = await start(join(temporaryFolder(), 'node'), '--explorer-host', '203.0.113.7');
    expect({ code, err }).toEqual({
      code: 1,
      err: ['cairn: 203.0.113.7 is not an address of this machine: choose another with --explorer-host'],
    });
  });

  it('with a token file that others may read fails, and leaves the file unchanged', async () => {
    const path = join(temporaryFolder(), 'node');
    await runCommand(['init', '--data-dir', path]);
    const token = join(path, 'rpc.token');
    writeFileSync(token, 'x'.repeat(40), { mode: 0o644 });
    const { code, err } = await start(path);
    expect({ code, lines: err.length }).toEqual({ code: 2, lines: 1 });
    expect(err[0]).toContain(token);
    expect([readFileSync(token, 'utf8'), statSync(token).mode & 0o777]).toEqual(['x'.repeat(40), 0o644]);
  });
});

it('a running node keeps its directory for itself, and answers cairn status', async () => {
  const node = await startNodeHere();
  for (const command of [
    ['start', ...ALONE],
    ['mine'],
    ['init'],
    ['import', join(node.path, 'blocks', 'blk00000.dat')],
    ['export', '/dev/null/none'],
  ]) {
    const { code, err } = await runCommand([...command, '--data-dir', node.path]);
    expect({ command, code, err }).toEqual({
      command,
      code: 1,
      err: [`cairn: another process uses the data directory ${node.path}`],
    });
  }
  expect(await node.rpc.status()).toMatchObject({ height: 0 });

  const status = (path: string, port: string) =>
    runCommand(['status', '--data-dir', path, '--rpc-port', port]);
  const { port } = new URL(node.rpcUrl);
  const { code, out } = await status(node.path, port);
  expect(code).toBe(0);
  expect(out[0]).toBe(`Node              running, RPC at ${node.rpcUrl}`);
  expect(out).toContain('Ready             true');
  const elsewhere = await status(node.path, `${await findFreePort()}`);
  expect(elsewhere).toMatchObject({ code: 1, err: [expect.stringContaining('set --rpc-port')] });
  const other = join(temporaryFolder(), 'node');
  await runCommand(['init', '--data-dir', other]);
  writeFileSync(join(other, 'rpc.token'), 'x'.repeat(64), { mode: 0o600 });
  expect(await status(other, port)).toMatchObject({
    code: 1,
    err: [expect.stringContaining('it serves another directory')],
  });
});
