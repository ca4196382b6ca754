import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { createRpcClient } from '@cairn/api/rpc';
import { openTcpProxy } from '@cairn/http/test-support';
import { bytesToHex, encodeTransaction, getNetwork, signTransaction } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { expect, it, onTestFinished } from 'vitest';
import { openHostilePeer } from '../src/p2p/test-support.ts';
import { startCairn, temporaryFolder, type Running } from './cairn-process.ts';

const DEVNET = getNetwork('devnet');
const [miner, payee] = developmentAccounts(DEVNET);
const TIMEOUT_MS = 90_000;

interface PeerProcess extends Running {
  readonly path: string;
  readonly rpc: ReturnType<typeof createRpcClient>;
  /** `/ip4/127.0.0.1/tcp/…/p2p/…` */
  readonly address: string;
}

/** A node in its own process. */
async function startPeer(
  flags: readonly string[],
  { path = join(temporaryFolder(), 'node') } = {},
): Promise<PeerProcess> {
  const place = ['--network', 'devnet', '--data-dir', path, '--no-mdns'];
  const ports = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', '0'];
  const running = startCairn(['start', ...place, ...ports, ...flags]);
  const [, baseUrl = ''] = await running.line(/Private RPC at (http:\S+)/);
  const [, address = ''] = await running.line(/Listening for peers on (\/ip4\/127\S+)/);
  const token = readFileSync(join(path, 'rpc.token'), 'utf8').trim();
  return { ...running, path, address, rpc: createRpcClient({ baseUrl, token }) };
}

const heightOf = async ({ rpc }: PeerProcess): Promise<number> => (await rpc.status()).height;

/** @param condition text for the error after the time limit */
async function expectSoon(condition: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting until ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Requires that both nodes have the same block at a height. */
async function expectSameBlock(nodes: readonly PeerProcess[], height: number): Promise<void> {
  for (const node of nodes) {
    await expectSoon(`block ${height} is everywhere`, async () => (await heightOf(node)) >= height);
  }
  const blocks = await Promise.all(nodes.map(({ rpc }) => rpc.getBlock({ height })));
  expect(new Set(blocks.map(({ id }) => id)).size).toBe(1);
}

it(
  'two nodes follow a miner; after a kill a node catches up, after a partition it recovers',
  { timeout: 4 * TIMEOUT_MS },
  async () => {
    const source = await startPeer(['--mine', '--mine-interval', '2', '--miner', miner!.address]);
    const proxy = await openTcpProxy(Number(source.address.split('/')[4]));
    onTestFinished(() => proxy.close());
    const followers = ['--peer', source.address];
    let killed = await startPeer(followers);
    const isolated = await startPeer(['--peer', `/ip4/127.0.0.1/tcp/${proxy.port}`]);
    await expectSameBlock([source, killed, isolated], 2);

    killed.child.kill('SIGKILL');
    await killed.ended;
    proxy.cut();
    await expectSoon(
      'the isolated node is alone',
      async () => (await isolated.rpc.status()).peer_count === 0,
    );
    const heightAlone = await heightOf(isolated);
    await expectSoon('two more blocks', async () => (await heightOf(source)) >= heightAlone + 2);
    // A block that arrived before the cut may not have been committed yet.
    expect(await heightOf(isolated)).toBeLessThan(heightAlone + 2);

    proxy.restore();
    killed = await startPeer(followers, { path: killed.path });
    const nodes = [source, killed, isolated];
    await expectSameBlock(nodes, heightAlone + 2);

    // A transaction submitted to a follower reaches the miner, and returns in a block.
    await expectSoon('it is ready', async () => (await killed.rpc.status()).ready);
    const { next_nonce: nonce } = await killed.rpc.getAccount({ address: miner!.address });
    const [fromAddress, toAddress] = [miner!.address, payee!.address];
    const body = { chain: DEVNET.chainId, nonce, fee: 1n, value: 5n, fromAddress, toAddress };
    const raw = bytesToHex(encodeTransaction(signTransaction(body, miner!.privateKey)));
    const balance = async (): Promise<bigint> =>
      BigInt((await isolated.rpc.getAccount({ address: toAddress })).balance);
    const before = await balance();
    const submit = () => killed.rpc.submitTransaction({ raw });
    // While it receives a block, the node is briefly not ready.
    const receipt = await submit().catch(() =>
      new Promise((resolve) => setTimeout(resolve, 500)).then(submit),
    );
    expect(receipt).toMatchObject({ broadcast: true, relay_count: 1 });
    await expectSoon('the payee has received it', async () => (await balance()) === before + 5n);
    const [peer] = (await killed.rpc.status()).peers;
    expect(peer).toMatchObject({ host: '127.0.0.1', inbound: false });
    for (const node of nodes) expect((await node.stop()).code).toBe(0);
  },
);

it(
  'a peer that claims height 1,000,000 and trickles bytes stops neither mining nor submissions',
  { timeout: 3 * TIMEOUT_MS },
  async () => {
    const trickle = async (stream: { send(bytes: Uint8Array): unknown }): Promise<void> => {
      stream.send(Uint8Array.of(0, 0, 118 * 8, 0)); // a length, then the bytes of one header a second
      for (let count = 0; count < 100; count += 1) {
        stream.send(new Uint8Array(118));
        await sleep(1_000, undefined, { ref: false });
      }
    };
    const status = { height: 1_000_000, tipId: 'ab'.repeat(32), work: 2n ** 200n };
    const hostile = await openHostilePeer({
      network: DEVNET,
      status,
      serveHeaders: trickle,
      serve: trickle,
    });
    const address = hostile.host.getMultiaddrs()[0]!.toString();
    const mining = ['--mine', '--mine-interval', '0.5', '--miner', miner!.address];
    const node = await startPeer([...mining, '--peer', address]);
    await expectSoon('it was asked for headers', () => Promise.resolve(hostile.headersAsked > 0));
    const height = await heightOf(node);
    await expectSoon('the node mines on', async () => (await heightOf(node)) > height);
    expect(await node.rpc.status()).toMatchObject({ ready: true, syncing: false });

    const [fromAddress, toAddress] = [miner!.address, payee!.address];
    const { next_nonce: nonce } = await node.rpc.getAccount({ address: fromAddress });
    const body = { chain: DEVNET.chainId, nonce, fee: 1n, value: 5n, fromAddress, toAddress };
    const raw = bytesToHex(encodeTransaction(signTransaction(body, miner!.privateKey)));
    expect(await node.rpc.submitTransaction({ raw })).toMatchObject({ accepted: true });
    expect((await node.stop()).code).toBe(0);
  },
);
