import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { inRoot, ROOT } from '@cairn/suite/checkout';
import { findFreePort, isPortTaken } from '@cairn/suite';
import { getNetwork } from '@cairn/protocol';
import { deriveKey } from '@cairn/protocol/hd-keys';
import { createDevnetClient } from '@cairn/testkit';
import { attack, readDevnetToken } from './hostile-page.ts';
import { startEmptySite } from './hostile-servers.ts';

/** A public test phrase from BIP-39, instead of the public accounts'. */
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const NAMES = ['explorer', 'rpc', 'p2p', 'gateway', 'website'] as const;

/** Runs `npm start` with separate ports and a separate folder. */
function npmStart(dataDirectory: string, ports: readonly number[], ...extra: readonly string[]) {
  const flags = NAMES.flatMap((name, index) => [`--${name}-port`, `${ports[index]}`]);
  const child = spawn(
    process.execPath,
    [
      inRoot('scripts/bootstrap.mjs'),
      'start',
      '--data-dir',
      dataDirectory,
      '--mine-interval',
      '1',
      ...flags,
      ...extra,
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, exited, output: () => output };
}

async function height(explorerPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${explorerPort}/api/v1/status`);
  return ((await response.json()) as { height: number }).height;
}

test.describe('npm start', () => {
  let folder: string;
  let ports: number[];

  test.beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-start-'));
    ports = await Promise.all(NAMES.map(findFreePort));
  });
  test.afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('starts everything, prints the addresses, and stops cleanly', async ({ page, request }) => {
    const [explorer, , , gateway, website] = ports as [number, number, number, number, number];
    const dump = join(folder, 'chain.json');
    const own = ['--mnemonic', MNEMONIC, '--accounts', '3', '--balance', '770'];
    const first = npmStart(folder, ports, '--dump', dump, ...own);
    await expect.poll(first.output, { timeout: 100_000 }).toContain('Ctrl-C stops everything');
    for (const line of [
      `Explorer website   http://127.0.0.1:${website}`,
      `Wallet             file://${folder}/wallet-${gateway}.html`,
      `Explorer API docs  http://127.0.0.1:${explorer}/docs`,
      join(folder, 'rpc.token'),
    ]) {
      expect(first.output()).toContain(line);
    }
    for (const url of [`${website}/`, `${gateway}/`, `${explorer}/docs`]) {
      expect((await request.get(`http://127.0.0.1:${url}`)).status()).toBe(200);
    }
    const launchFile = join(folder, `wallet-${gateway}.html`);
    expect(statSync(launchFile).mode & 0o777).toBe(0o600);
    const [, secret] = /#launch=([\w-]{43})"/.exec(readFileSync(launchFile, 'utf8'))!;
    await page.goto(`file://${launchFile}`);
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
    expect(page.url()).toBe(`http://127.0.0.1:${gateway}/`);
    expect(first.output()).not.toContain(secret);
    expect(first.output()).not.toContain('launch=');
    await expect.poll(() => height(explorer)).toBeGreaterThan(1);
    await expect
      .poll(async () => (await request.get(`http://127.0.0.1:${explorer}/api/v1/stats`)).status())
      .toBe(200);
    // Without --verbose there is no line for each block, which would scroll the addresses away.
    expect(first.output()).not.toContain('Mined block');

    await test.step('the wallet opens a devnet’s own accounts at one press', async () => {
      await expect(page.getByText('The accounts of this devnet, for trying things out.')).toBeVisible();
      await page.getByRole('button', { name: 'Open the development accounts' }).click();
      await expect(page.getByRole('main')).toContainText('770');
      const header = page.getByRole('banner');
      await header.getByRole('button', { name: /^Account: / }).click();
      await expect(header.getByRole('listitem').filter({ hasText: /Account \d/ })).toHaveCount(3);
      const { address } = deriveKey({ mnemonic: MNEMONIC, network: getNetwork('devnet'), index: 2 });
      await expect(header).toContainText(address.slice(-4));
    });

    await test.step('the explorer controls the chain with the token that a link carries, in that tab alone', async () => {
      const token = readFileSync(join(folder, 'control.token'), 'utf8').trim();
      await page.goto(`http://127.0.0.1:${website}/blocks#devnet=${token}`);
      const bar = page.getByRole('region', { name: 'Control of the devnet' });
      expect(page.url()).toBe(`http://127.0.0.1:${website}/blocks`);
      await bar.getByRole('button', { name: 'Snapshot' }).click();
      await expect(bar.getByRole('status')).toContainText('is remembered');
      await page.keyboard.press('m');
      await expect(bar.getByRole('status')).toContainText('is the newest');
      await bar.getByRole('button', { name: 'Fund' }).click();
      await bar.getByLabel('Address').fill('nobody');
      await bar.getByRole('button', { name: 'Pay' }).click();
      await expect(bar.getByRole('status')).toContainText('address');
      const other = await page.context().newPage();
      await other.goto(`http://127.0.0.1:${website}/blocks`);
      await expect(other.locator('h1')).toBeVisible();
      await expect(other.getByRole('region', { name: 'Control of the devnet' })).toHaveCount(0);
      await other.close();
    });

    await test.step('a hostile page reaches neither the control port nor the token', async () => {
      const devnet = createDevnetClient({ socketPath: join(folder, 'control.sock') });
      const bar = page.getByRole('region', { name: 'Control of the devnet' });
      const [asked] = await Promise.all([
        page.waitForRequest(/\/devnet\/weather$/),
        bar.getByLabel('Weather').selectOption('calm'),
      ]);
      await expect(bar.getByRole('status')).toContainText('seed');
      await bar.getByLabel('Weather').selectOption('none');
      const control = new URL(asked.url());
      const token = readFileSync(join(folder, 'control.token'), 'utf8').trim();
      const site = await startEmptySite();
      const attackFrom = async (from: string, host: string, secret: string): Promise<unknown[]> => {
        const isOwnOrigin = from === `http://${host}`;
        const hostile = await page.context().newPage();
        await hostile.goto(from);
        const outcomes = await hostile.evaluate(attack, {
          origin: `http://${host}`,
          read: '/devnet',
          write: '/devnet/time',
          body: '{"advance_seconds":3600}',
          headers: { Authorization: `Bearer ${secret}` },
        });
        const tokens = await hostile.evaluate(readDevnetToken, `http://127.0.0.1:${website}/about`);
        await hostile.close();
        // A frame of the page's own origin can be read: it contains the refusal.
        const gained = Object.entries(outcomes).filter(
          ([, outcome]) => outcome !== 'nothing' && !(isOwnOrigin && outcome === 'a refusal'),
        );
        return [...gained, ...tokens];
      };
      const rebound = `rebind.example:${control.port}`;
      // Another site, another port of this one, and a name that an attacker lets point to this machine. Chromium does not mark what
      // its page asks of its own origin: there the token alone decides.
      const read = await Promise.all([
        attackFrom(`http://evil.example:${site.port}`, control.host, token),
        attackFrom(site.url, `localhost:${control.port}`, token),
        attackFrom(`http://${rebound}`, rebound, 'f'.repeat(64)),
      ]);
      expect(read).toEqual([[], [], []]);
      expect((await devnet.state()).clock.offset_seconds).toBe(0);
      await site.close();
      await page.keyboard.press('m');
      await expect(bar.getByRole('status')).toContainText('is the newest');
    });

    first.child.kill('SIGINT');
    expect(await first.exited).toBe(0);
    for (const port of ports) expect(await isPortTaken(port)).toBe(false);
    const { blocks } = JSON.parse(readFileSync(dump, 'utf8')) as { blocks: string[] };
    expect(blocks.length).toBeGreaterThan(1);
  });

  test('says in one line what is wrong, and exits with 2', async () => {
    const server = createServer().listen(ports[1], '127.0.0.1');
    const taken = npmStart(folder, ports);
    const wrong = npmStart(folder, ports, '--mine-interval', 'often');
    expect([await taken.exited, taken.output()]).toEqual([
      2,
      `Ports in use, or not allowed: ${ports[1]} (RPC: choose another with --rpc-port PORT)\n`,
    ]);
    expect([await wrong.exited, wrong.output().trim().split('\n')]).toEqual([2, [expect.any(String)]]);
    server.close();
  });
});
