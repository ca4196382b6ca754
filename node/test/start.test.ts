import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createExplorerClient } from '@cairn/api/explorer';
import { createRpcClient } from '@cairn/api/rpc';
import { bytesToHex, transactionId } from '@cairn/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ACCOUNTS, signedTransfer } from '../src/mempool/test-support.ts';
import { runCairn, runCommand, startCairn, temporaryFolder, type Running } from './cairn-process.ts';
import { findFreePort } from '@cairn/suite';

/** For tests that need no peers: without them a node starts half a second faster. */
const ALONE = ['--explorer-port', '0', '--rpc-port', '0', '--no-p2p'];
const WITH_PEERS = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', '0'];
const [, alice] = ACCOUNTS;

interface Started extends Running {
  readonly path: string;
  readonly explorerUrl: string;
  readonly rpcUrl: string;
}

/** Starts a node on free ports, without peers by default, and waits until it logs its URLs. */
async function startNodeProcess(
  flags: readonly string[] = [],
  path = join(temporaryFolder(), 'node'),
  ports = ALONE,
): Promise<Started> {
  const running = startCairn(['start', '--data-dir', path, ...ports, ...flags]);
  const [, explorerUrl = ''] = await running.line(/Explorer API at (http:\S+)/);
  const [, rpcUrl = ''] = await running.line(/Private RPC at (http:\S+)/);
  await running.line(/RPC token in/);
  return { ...running, path, explorerUrl, rpcUrl };
}

/** Path of a LevelDB folder's manifest. */
const manifestOf = (folder: string): string =>
  join(
    folder,
    readdirSync(folder).find((name) => name.startsWith('MANIFEST'))!,
  );

const rpcOf = ({ path, rpcUrl }: Started) =>
  createRpcClient({ baseUrl: rpcUrl, token: readFileSync(join(path, 'rpc.token'), 'utf8').trim() });

async function until(reached: () => Promise<boolean>): Promise<void> {
  while (!(await reached())) await new Promise((resolve) => setTimeout(resolve, 25));
}

/** A port that is in use until the test ends. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('cairn start', () => {
  it('creates a chain, serves both interfaces, and stops cleanly on SIGTERM', async () => {
    const node = await startNodeProcess([], undefined, WITH_PEERS);
    await node.line(/Created a new chain: genesis block [0-9a-f]{64}/);
    await node.line(/Listening for peers on \/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/\w+/);
    const explorer = createExplorerClient({ baseUrl: node.explorerUrl });
    expect(await explorer.status()).toMatchObject({
      network: 'devnet',
      height: 0,
      ready: true,
      syncing: false,
    });
    expect(await rpcOf(node).status()).toMatchObject({
      data_dir: node.path,
      height: 0,
      peer_count: 0,
      ready: true,
    });
    const { code, out, err } = await node.stop();
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out.at(-1)).toContain('Stopped.');
    expect((await runCommand(['status', '--data-dir', node.path, '--rpc-port', '1'])).code).toBe(0);
  });

  it('maintains a projection on request, and reports its absence otherwise', async () => {
    const without = await startNodeProcess();
    await without.line(/No projection: .*--index/);
    await without.line(/No peer network \(--no-p2p\)/);
    await without.line(/Mining only when asked: cairn devnet mine/);
    expect((await without.stop('SIGINT')).code).toBe(0);
    const node = await startNodeProcess(['--index']);
    const explorer = createExplorerClient({ baseUrl: node.explorerUrl });
    await until(async () => (await explorer.status()).index.ready);
    expect((await explorer.getStats()).stats).toMatchObject({ indexed_height: 0, blocks: 1, addresses: 10 });
    expect((await explorer.listAddresses({ limit: 3 })).pagination).toMatchObject({ count: 3, total: 10 });
    expect((await node.stop('SIGINT')).code).toBe(0);
  });

  it('mines submitted transactions on demand, and the Explorer API shows them', async () => {
    const node = await startNodeProcess(['--mine', '--mine-interval', '0']);
    const raw = signedTransfer(alice!, { value: 123n });
    const receipt = await rpcOf(node).submitTransaction({ raw: bytesToHex(raw) });
    expect(receipt).toMatchObject({ accepted: true, broadcast: false, relay_count: 0 });
    const explorer = createExplorerClient({ baseUrl: node.explorerUrl });
    await until(async () => (await explorer.status()).height === 1);
    const shown = await explorer.getTransaction({ txid: transactionId(raw) });
    expect(shown).toMatchObject({ value: '123', block_height: 1, transaction_index: 1 });
    expect((await node.stop()).code).toBe(0);
  });

  it('keeps pending transactions across a restart', async () => {
    const path = join(temporaryFolder(), 'node');
    const first = await startNodeProcess([], path);
    await rpcOf(first).submitTransaction({ raw: bytesToHex(signedTransfer(alice!)) });
    await first.stop();
    const second = await startNodeProcess([], path);
    const account = await rpcOf(second).getAccount({ address: alice!.address });
    expect(account).toMatchObject({ next_nonce: 2, pending_outgoing_count: 1, mempool_available: true });
    await second.stop();
    const mined = await runCommand(['mine', '--data-dir', path]);
    expect(mined.out[0]).toContain('with 1 transfer,');
  });

  it('generates demo traffic among accounts 5–9 alone, and logs it', async () => {
    const node = await startNodeProcess(['--mine', '--mine-interval', '0.5', '--demo-traffic', '6']);
    await node.line(/Demo traffic: 6 transfers for each block among development accounts 5–9/);
    const explorer = createExplorerClient({ baseUrl: node.explorerUrl });
    const find = async () =>
      (await explorer.listBlocks()).items.find((block) => block.transaction_count === 7);
    await until(async () => (await find()) !== undefined);
    const { items } = await explorer.listBlockTransactions({ height_or_hash: (await find())!.id });
    expect(items).toHaveLength(7);
    const demo = ACCOUNTS.slice(5).map(({ address }) => address);
    for (const { from_address: from, to_address: to } of items.slice(1)) {
      expect(demo).toContain(from);
      expect(demo).toContain(to);
      expect(from).not.toBe(to);
    }
    expect(new Set(items.slice(1).map(({ value }) => value)).size).toBeGreaterThan(3);
    const untouched = await explorer.getAddress({ address: ACCOUNTS[4]!.address });
    expect(untouched).toMatchObject({ balance: '100000000000000', nonce: 0 });
    expect((await node.stop()).code).toBe(0);
  });

  it('with a public Explorer API logs the operator’s duties, and runs', async () => {
    const path = join(temporaryFolder(), 'node');
    const node = startCairn(['start', '--data-dir', path, ...ALONE, '--explorer-host', '0.0.0.0']);
    await node.line(/listens on 0\.0\.0\.0, .*without TLS and without limits.*docs\/PUBLISHING\.md/);
    expect((await node.stop()).code).toBe(0);
  });

  it('logs JSON lines on request', async () => {
    const path = join(temporaryFolder(), 'node');
    const running = startCairn(['start', '--data-dir', path, ...ALONE], { CAIRN_LOG_FORMAT: 'json' });
    await running.line(/RPC token in/);
    const { code, out } = await running.stop();
    expect(code).toBe(0);
    const messages = out.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages.at(-1)).toBe('Stopped.');
  });
});

describe('a stop', () => {
  it('with 100 requests in flight answers them or refuses the connection, and exits with 0', async () => {
    const node = await startNodeProcess(['--mine', '--mine-interval', '0.05', '--demo-traffic', '20']);
    const explorer = createExplorerClient({ baseUrl: node.explorerUrl });
    await until(async () => (await explorer.status()).height >= 2);
    const requests = Array.from({ length: 100 }, () => explorer.listBlocks());
    const outcomes = Promise.allSettled(requests);
    await Promise.race(requests);
    const { code, err } = await node.stop();
    expect({ code, err }).toEqual({ code: 0, err: [] });
    const kinds = (await outcomes).map((outcome) =>
      outcome.status === 'fulfilled' ? 'answered' : (outcome.reason as { kind?: string }).kind,
    );
    expect(kinds.filter((kind) => kind !== 'answered' && kind !== 'network')).toEqual([]);
    expect(kinds).toContain('answered');
  });

  it('that a client delays ends at once on a second signal', async () => {
    const node = await startNodeProcess();
    const { hostname, port } = new URL(node.rpcUrl);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {}); // the connection breaks when the node ends
    await once(socket, 'connect');
    const token = readFileSync(join(node.path, 'rpc.token'), 'utf8').trim();
    socket.write(
      `POST /v1/transactions HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    node.child.kill('SIGINT');
    await node.line(/SIGINT: stopping/);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await node.stop('SIGINT')).code).toBe(1);
    socket.destroy();
  });
});

describe('a start that fails', () => {
  it.each(['explorer', 'rpc'])('on a port in use names it and --%s-port', async (name) => {
    const port = await takenPort();
    const path = join(temporaryFolder(), 'node');
    const { code, err } = await runCairn([
      'start',
      '--data-dir',
      path,
      ...ALONE,
      `--${name}-port`,
      `${port}`,
    ]);
    expect({ code, err }).toEqual({
      code: 1,
      err: [`cairn: port ${port} is taken: choose another with --${name}-port`],
    });
    // The directory is unlocked: the next command can open it.
    expect((await runCommand(['status', '--data-dir', path, '--rpc-port', '1'])).code).toBe(0);
  });

  it('on an address that the machine does not have names it and --explorer-host', async () => {
    const path = join(temporaryFolder(), 'node');
    const flags = ['--explorer-host', '203.0.113.7'];
    const { code, err } = await runCairn(['start', '--data-dir', path, ...ALONE, ...flags]);
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
    const { code, err } = await runCairn(['start', '--data-dir', path, ...ALONE]);
    expect({ code, lines: err.length }).toEqual({ code: 1, lines: 1 });
    expect(err[0]).toContain(token);
    expect([readFileSync(token, 'utf8'), statSync(token).mode & 0o777]).toEqual(['x'.repeat(40), 0o644]);
  });

  it('of mainnet is rejected and creates nothing', async () => {
    const path = join(temporaryFolder(), 'node');
    const { code, err } = await runCairn(['start', '--network', 'mainnet', '--data-dir', path]);
    expect({ code, lines: err.length }).toEqual({ code: 1, lines: 1 });
    expect(existsSync(path)).toBe(false);
  });

  it('on a directory in use fails with one line, and does not disturb the first node', async () => {
    const node = await startNodeProcess();
    for (const command of [
      ['start', ...ALONE],
      ['mine'],
      ['init'],
      ['import', join(node.path, 'blocks', 'blk00000.dat')],
      ['export', '/tmp/none'],
    ]) {
      const { code, err } = await runCommand([...command, '--data-dir', node.path]);
      expect({ command, code, err }).toEqual({
        command,
        code: 1,
        err: [`cairn: another process uses the data directory ${node.path}`],
      });
    }
    expect(await rpcOf(node).status()).toMatchObject({ height: 0 });
    expect((await node.stop()).code).toBe(0);
  });
});

describe('a damaged mempool', () => {
  it('disables nothing but submissions, and recovers once its folder is removed', async () => {
    const path = join(temporaryFolder(), 'node');
    const first = await startNodeProcess([], path);
    await rpcOf(first).submitTransaction({ raw: bytesToHex(signedTransfer(alice!)) });
    await first.stop();
    writeFileSync(manifestOf(join(path, 'mempool')), 'nonsense');

    const node = await startNodeProcess(['--mine', '--mine-interval', '0.2'], path);
    await node.line(/ERROR.*The mempool is unavailable: .* is damaged/);
    await node.line(/Mined block 1 /);
    const rpc = rpcOf(node);
    expect(await rpc.getAccount({ address: alice!.address })).toMatchObject({
      balance: '100000000000000',
      spendable_balance: '100000000000000',
      next_nonce: 1,
      mempool_available: false,
    });
    const raw = bytesToHex(signedTransfer(alice!, { fee: 5n }));
    await expect(rpc.submitTransaction({ raw })).rejects.toMatchObject({
      status: 503,
      code: 'mempool_unavailable',
    });
    rmSync(join(path, 'mempool'), { recursive: true });
    await until(async () => (await rpc.getAccount({ address: alice!.address })).mempool_available);
    expect(await rpc.submitTransaction({ raw })).toMatchObject({ accepted: true });
    expect((await node.stop()).code).toBe(0);
  });
});

describe('cairn status with a running node', () => {
  it('queries the node', async () => {
    const node = await startNodeProcess();
    const port = new URL(node.rpcUrl).port;
    const { code, out } = await runCommand(['status', '--data-dir', node.path, '--rpc-port', port]);
    expect(code).toBe(0);
    expect(out[0]).toBe(`Node              running, RPC at ${node.rpcUrl}`);
    expect(out).toContain('Ready             true');
    await node.stop();
  });

  it('fails with advice if no node answers at the port, or it serves another directory', async () => {
    const [node, other] = [await startNodeProcess(), await startNodeProcess()];
    const elsewhere = await runCommand([
      'status',
      '--data-dir',
      node.path,
      '--rpc-port',
      `${await findFreePort()}`,
    ]);
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.err[0]).toContain('set --rpc-port');
    const port = new URL(other.rpcUrl).port;
    const foreign = await runCommand(['status', '--data-dir', node.path, '--rpc-port', port]);
    expect(foreign.code).toBe(1);
    expect(foreign.err[0]).toContain('it serves another directory');
    await Promise.all([node.stop(), other.stop()]);
  });
});
