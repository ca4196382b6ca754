import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExplorerClient } from '@cairn/api/explorer';
import { openTcpProxy } from '@cairn/http/test-support';
import { findFreePort } from '@cairn/suite';
import { inRoot } from '@cairn/suite/checkout';
import { ProgramGroup, waitUntilAnswering } from '@cairn/suite';
import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit/playwright';
import { expect, interactive, test } from './suite.ts';

const [first, second] = DEVELOPMENT_ADDRESSES;
const PATIENCE = { timeout: 90_000 };
/** Flags of a miner. All devnet blocks have the same work, so the side with the shorter interval wins. */
const mining = (miner: string, seconds: number) => [
  '--mine',
  '--miner',
  miner,
  '--mine-interval',
  `${seconds}`,
];

/** Starts nodes of one network, each as a process with its own folder. */
class PeerNetwork {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cairn-peers-'));
  readonly #group = new ProgramGroup();
  readonly #lines: string[] = [];

  /** Starts a node and waits until it listens for peers. @param peers loopback ports of the peers to connect to */
  async start(name: string, peers: readonly number[], flags: readonly string[]) {
    const [explorer, rpc, p2p] = await Promise.all([1, 2, 3].map(findFreePort));
    const ports = { 'explorer-port': explorer, 'rpc-port': rpc, 'p2p-port': p2p };
    const program = this.#group.start({
      name,
      argv: [
        inRoot('node/bin/cairn.mjs'),
        'start',
        '--data-dir',
        join(this.#folder, name),
        ...Object.entries(ports).flatMap(([flag, port]) => [`--${flag}`, `${port}`]),
        '--network=devnet',
        '--p2p-host=127.0.0.1',
        '--no-mdns',
        ...peers.flatMap((port) => ['--peer', `/ip4/127.0.0.1/tcp/${port}`]),
        ...flags,
      ],
      onLine: (line) => this.#lines.push(`${name} ${line}`),
    });
    const url = `http://127.0.0.1:${explorer}`;
    await waitUntilAnswering(program, `${url}/health`);
    const client = createExplorerClient({ baseUrl: url });
    const height = async (): Promise<number> => (await client.status()).height;
    const newest = async () => (await client.listBlocks({ limit: 1 })).items[0]!;
    // During a reorganization a node briefly has no block at this height.
    const idAt = (at: number): Promise<string | undefined> =>
      client.getBlock({ height_or_hash: `${at}` }).then(
        ({ block }) => block.id,
        () => undefined,
      );
    await expect.poll(() => this.lines(name)).toContain('Listening for peers');
    return { program, url, p2p: p2p!, height, newest, idAt };
  }

  /** Output of a node. */
  lines(name: string): string {
    return this.#lines.filter((line) => line.startsWith(`${name} `)).join('\n');
  }

  async remove(): Promise<void> {
    await this.#group.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

test.describe('a network that is partitioned and heals', () => {
  test.setTimeout(240_000);
  let network: PeerNetwork;
  test.beforeEach(() => {
    network = new PeerNetwork();
  });
  test.afterEach(() => network.remove());

  test('every node ends on the branch with the most work, and an open page of a stale block says so', async ({
    page,
    suite,
  }) => {
    const heavy = await network.start('heavy', [], mining(first, 0.5));
    const proxy = await openTcpProxy(heavy.p2p);
    const viewer = await network.start('viewer', [proxy.port], ['--index']);
    const [light, site] = await Promise.all([
      network.start('light', [viewer.p2p], mining(second, 1)),
      suite.openWebsite(viewer.url),
    ]);
    await expect.poll(viewer.height, PATIENCE).toBeGreaterThan(0);

    proxy.cut();
    const common = await viewer.height();
    // The viewer's newest block, if `light` mined it after the cut.
    const newestOfLightSide = async () => {
      const block = await viewer.newest();
      return block.miner === second && block.height > common ? block : undefined;
    };
    await expect.poll(async () => (await newestOfLightSide()) !== undefined, PATIENCE).toBe(true);
    await light.program.stop(); // no further blocks on this side
    const stale = (await newestOfLightSide())!;
    await page.goto(`${site.url}/blocks/${stale.id}`);
    await interactive(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('Previous block');
    await expect(main).not.toContainText('No longer in this node’s chain');

    await expect.poll(heavy.height, PATIENCE).toBeGreaterThan(stale.height + 1);
    proxy.restore();
    await expect(main).toContainText('No longer in this node’s chain', PATIENCE);
    await main.getByRole('link', { name: /^Open the current block/ }).click();
    await expect(main).not.toContainText('No longer in this node’s chain');
    await expect.poll(() => network.lines('viewer')).toMatch(/Reorganized above height \d+: left /);
    await page.goto(`${site.url}/stale-blocks`);
    await expect(main.getByRole('row').filter({ hasText: stale.id })).toBeVisible();

    // The miner of the stale branch follows as well.
    const restarted = await network.start('light', [viewer.p2p], []);
    const winner = await heavy.idAt(stale.height);
    expect(winner).not.toBe(stale.id);
    for (const node of [viewer, restarted])
      await expect.poll(() => node.idAt(stale.height), PATIENCE).toBe(winner);
    await site.close();
    proxy.close();
  });
});
