/** Miners of the testnet whose connections take 150 ms in each direction, as real processes. Run by `npm test -- --only long`. */
import { createExplorerClient } from '@cairn/api/explorer';
import { openTcpProxy } from '@cairn/http/test-support';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '@cairn/suite';
import { startCairn, temporaryFolder } from './cairn-process.ts';

const DELAY_MS = 150;
/** Proof of work at the limit takes seconds, and each block of a busy minute is harder. */
const PATIENCE = { timeout: 120_000, interval: 200 };
/** Two: miners of one address would find the same block in the same second. */
const MINERS = ['TRmGEGySUkVHWXhTUbceAzKDs1gtNYjXQn', 'THF7fSZpnHwYS7Q1Ve8Gtj9jxJbmmSY22R'];

interface Testnet {
  readonly folder: string;
  readonly p2p: number;
  readonly height: () => Promise<number>;
  readonly idAt: (height: number) => Promise<string>;
  readonly ready: () => Promise<boolean>;
  readonly stop: () => Promise<unknown>;
}

/** Starts a node of the testnet. @param peers loopback ports */
async function startTestnet(
  peers: readonly number[],
  flags: readonly string[],
  folder = temporaryFolder(),
): Promise<Testnet> {
  const [explorer, rpc, p2p] = await Promise.all([1, 2, 3].map(findFreePort));
  const running = startCairn([
    'start',
    '--network=testnet',
    `--data-dir=${folder}`,
    `--explorer-port=${explorer}`,
    `--rpc-port=${rpc}`,
    `--p2p-port=${p2p}`,
    '--p2p-host=127.0.0.1',
    ...peers.flatMap((port) => ['--peer', `/ip4/127.0.0.1/tcp/${port}`]),
    ...flags,
  ]);
  await running.line(/Listening for peers/);
  const client = createExplorerClient({ baseUrl: `http://127.0.0.1:${explorer}` });
  return {
    folder,
    p2p: p2p!,
    height: async () => (await client.status()).height,
    idAt: async (height) => (await client.getBlock({ height_or_hash: `${height}` })).block.id,
    ready: async () => (await client.status()).ready,
    stop: () => running.stop(),
  };
}

const [mining = [], alsoMining = []] = MINERS.map((address) => ['--mine', `--miner=${address}`]);

function heightsOf(nodes: readonly Testnet[]): Promise<number[]> {
  return Promise.all(nodes.map((node) => node.height()));
}

/** Waits until all nodes agree on a block at or above a height. */
async function agree(nodes: readonly Testnet[], minimum: number): Promise<void> {
  const agreed = async (): Promise<boolean> => {
    const height = Math.min(...(await heightsOf(nodes)));
    if (height < minimum) return false;
    const ids = await Promise.all(nodes.map((node) => node.idAt(height)));
    return new Set(ids).size === 1;
  };
  await expect.poll(agreed, PATIENCE).toBe(true);
}

it(
  'two miners agree, part and join again, one restarts, and a fresh one follows',
  { timeout: 600_000 },
  async () => {
    const first = await startTestnet([], mining);
    const proxy = await openTcpProxy(first.p2p, DELAY_MS);
    onTestFinished(() => proxy.close());
    const second = await startTestnet([proxy.port], alsoMining);
    await agree([first, second], 3);

    proxy.cut();
    // The block of the higher one may have crossed, and be on its way into the other's chain.
    const parted = Math.max(...(await heightsOf([first, second])));
    for (const node of [first, second]) await expect.poll(node.height, PATIENCE).toBeGreaterThan(parted + 1);
    expect(await first.idAt(parted + 1)).not.toBe(await second.idAt(parted + 1));
    proxy.restore();
    await agree([first, second], parted + 3);

    await second.stop();
    const restarted = await startTestnet([proxy.port], alsoMining, second.folder);
    await agree([first, restarted], (await first.height()) + 1);

    const fresh = await startTestnet([proxy.port], mining);
    await agree([first, restarted, fresh], (await first.height()) + 1);
    expect(await fresh.idAt(1)).toBe(await first.idAt(1));
    for (const node of [first, restarted, fresh]) expect(await node.ready()).toBe(true);
  },
);
