import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExplorerClient } from '@cairn/api/explorer';
import { openTcpProxy } from '@cairn/http/test-support';
import { controlSocket, findFreePort, ProgramGroup, PROGRAMS, waitUntilAnswering } from '@cairn/suite';
import { createDevnetClient } from '@cairn/testkit';
import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit/playwright';
import { expect, interactive, test } from './suite.ts';

const [first, second] = DEVELOPMENT_ADDRESSES;

/** Starts nodes of one network, each as a process with its own folder. */
class PeerNetwork {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cairn-peers-'));
  readonly #group = new ProgramGroup();
  readonly #lines: string[] = [];

  /** Starts a node and waits until it listens for peers. @param peers loopback ports of the peers to connect to */
  async start(name: string, peers: readonly number[], flags: readonly string[]) {
    const [explorer, rpc, p2p] = await Promise.all([1, 2, 3].map(findFreePort));
    const ports = { 'explorer-port': explorer, 'rpc-port': rpc, 'p2p-port': p2p };
    const folder = join(this.#folder, name);
    const program = this.#group.start({
      name,
      argv: [
        PROGRAMS.node,
        'start',
        `--data-dir=${folder}`,
        ...Object.entries(ports).map(([flag, port]) => `--${flag}=${port}`),
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
    const devnet = createDevnetClient({ socketPath: controlSocket(folder) });
    const tip = async () => (await client.status()).tip_id;
    await expect.poll(() => this.lines(name)).toContain('Listening for peers');
    return { url, p2p: p2p!, devnet, tip };
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

test('of a network that is partitioned and heals every node ends on the branch with the most work, and an open page of a stale block says so', async ({
  page,
  suite,
}) => {
  const network = new PeerNetwork();
  try {
    const heavy = await network.start('heavy', [], []);
    const proxy = await openTcpProxy(heavy.p2p);
    const viewer = await network.start('viewer', [proxy.port], ['--index']);
    const site = await suite.openWebsite(viewer.url);
    await heavy.devnet.mine({ blocks: 2, to: first });
    await expect.poll(viewer.tip).toBe(await heavy.tip());

    proxy.cut();
    await viewer.devnet.mine({ blocks: 1, to: second });
    const stale = await viewer.tip();
    await page.goto(`${site.url}/blocks/${stale}`);
    await interactive(page);
    const main = page.getByRole('main');
    await expect(main).toContainText('Previous block');
    await expect(main).not.toContainText('No longer in this node’s chain');

    await heavy.devnet.mine({ blocks: 3, to: first });
    proxy.restore();
    await expect(main).toContainText('No longer in this node’s chain', { timeout: 90_000 });
    await expect.poll(viewer.tip).toBe(await heavy.tip());
    await main.getByRole('link', { name: /^Open the current block/ }).click();
    await expect(main).not.toContainText('No longer in this node’s chain');
    expect(network.lines('viewer')).toMatch(/Reorganized above height 2: left /);
    await page.goto(`${site.url}/network#stale`);
    await expect(main.getByRole('row').filter({ hasText: stale! })).toBeVisible();
    await site.close();
    proxy.close();
  } finally {
    await network.remove();
  }
});
