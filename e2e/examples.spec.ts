/** The programs of `examples`, as people run them, against a real devnet. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bytesToHex, getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { findFreePort } from '@cairn/suite';
import { inRoot } from '@cairn/suite/checkout';
import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit';
import { execa } from 'execa';
import { build, preview } from 'vite';
import { signedTransfer } from './signed-transfer.ts';
import { expect, type Suite, test } from './suite.ts';

const RECIPIENT = DEVELOPMENT_ADDRESSES[1];
const [, , sender] = developmentAccounts(getNetwork('devnet'));

test.describe('examples', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  // An indexer reads the chain from its first block.
  test.beforeAll(({ suite }) => suite.rewind());
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-examples-'));
  });
  test.afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const environment = ({ addresses }: Suite) => ({
    CAIRN_API: addresses.explorerApi,
    CAIRN_RPC: addresses.rpc,
    CAIRN_TOKEN_FILE: addresses.tokenFile,
  });
  const pay = (suite: Suite, ...argv: string[]) =>
    execa(process.execPath, [inRoot('examples/pay.ts'), ...argv], {
      cwd: folder,
      env: environment(suite),
      all: true,
    });

  test('pay.ts pays once', async ({ suite, chain }) => {
    await chain.mining({ mode: 'on_demand' });
    const first = await pay(suite, RECIPIENT, '1.5', 'order 17');
    expect(first.stdout).toMatch(/^sent [0-9a-f]{64}, with a fee of [\d.]+ CRN\nin block \d+$/);
    expect((await pay(suite, RECIPIENT, '1.5', 'order 17')).stdout).toBe(first.stdout);
    const wrong = pay(suite, 'nobody', '1.5');
    await expect(wrong).rejects.toMatchObject({
      exitCode: 2,
      all: 'an address has 34 characters',
    });
  });

  test('index-transfers.ts has what the chain has, after a reorganization too', async ({ suite, chain }) => {
    const file = join(folder, 'transfers.db');
    const { height: before } = await chain.state();
    const indexer = spawn(process.execPath, [inRoot('examples/index-transfers.ts'), file], {
      env: { ...process.env, ...environment(suite) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(indexer);
    const indexed = (): unknown => {
      try {
        const database = new DatabaseSync(file, { readOnly: true });
        const rows = database
          .prepare('SELECT height, recipient, pebbles FROM transfers WHERE height > ?')
          .all(before);
        const tip = database.prepare('SELECT max(height) AS height FROM blocks').get();
        database.close();
        return { rows: rows.map((row) => ({ ...row })), height: tip?.['height'] };
      } catch {
        return undefined; // no table yet, or locked
      }
    };
    await chain.fund({ address: RECIPIENT, amount: '7' });
    const row = { height: before + 1, recipient: RECIPIENT, pebbles: '7' };
    await expect.poll(indexed).toEqual({ rows: [row], height: before + 1 });
    await chain.reorganize({ depth: 1, keep: 'none' });
    await expect.poll(indexed).toEqual({ rows: [], height: before + 2 });
    await chain.mine({ blocks: 1 });
    await expect.poll(indexed).toEqual({ rows: [{ ...row, height: before + 3 }], height: before + 3 });
  });

  test('submit.py sends signed bytes, and waits for them', async ({ suite, chain }) => {
    test.skip(spawnSync('python3', ['--version']).status !== 0, 'needs python3');
    const transfer = { from: sender!, to: RECIPIENT, value: 50_000n, fee: 1_000n };
    const raw = bytesToHex(await signedTransfer(suite, transfer));
    const python = execa('python3', [inRoot('examples/submit.py'), '2'], {
      input: raw,
      env: environment(suite),
    });
    await expect.poll(async () => (await chain.state()).pending_count).toBe(1);
    await chain.mine({ blocks: 2 });
    expect((await python).stdout).toMatch(/^sent [0-9a-f]{64}\n50000 pebbles for \w+ in block \d+$/);
  });

  /** Builds the page of an example and serves it. */
  async function servePage(name: string, variables: Readonly<Record<string, string>>) {
    const outDir = join(folder, 'page');
    for (const [variable, value] of Object.entries(variables)) process.env[`VITE_${variable}`] = value;
    const config = { configFile: false, logLevel: 'error', root: inRoot(`examples/${name}`) } as const;
    await build({ ...config, build: { outDir, emptyOutDir: true, target: 'es2024' } });
    const server = await preview({
      ...config,
      build: { outDir },
      preview: { port: await findFreePort(), host: '127.0.0.1' },
    });
    return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
  }

  test('verify proves an address and a payment, in Node and in a page, and no lie', async ({
    chain,
    page,
    apiProxy,
    site,
  }) => {
    const { transaction_id: id } = await chain.fund({ address: RECIPIENT, amount: '250000000' });
    await chain.mine({ blocks: 2 });
    const { height } = await chain.state();
    await page.goto(`${site}/transactions/${id}`);
    await page.locator('.share > summary').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'File for offline checks' }).click();
    const proof = readFileSync(await (await download).path(), 'utf8');

    const run = (asked: string) =>
      execa(process.execPath, [inRoot('examples/verify/cli.ts'), asked], {
        env: { CAIRN_API: apiProxy.url },
        all: true,
      });
    const server = await servePage('verify', { API: apiProxy.url });
    const ask = async (asked: string) => {
      await page.getByRole('textbox').fill(asked);
      await page.getByRole('button').click();
    };
    const result = page.getByRole('status');
    try {
      await page.goto(server.url);
      const cases = {
        [RECIPIENT]: new RegExp(`^[\\d.]+ CRN after \\d+ transactions, by block ${height}$`),
        [proof]: new RegExp(`^2\\.5 CRN for ${RECIPIENT} in block ${height - 2}, 2 blocks on top$`),
      };
      for (const [asked, proven] of Object.entries(cases)) {
        expect((await run(asked)).stdout).toMatch(proven);
        await ask(asked);
        await expect(result).toHaveText(proven);
      }
      apiProxy.lie = { where: /\/proof\?/, json: (body) => body.rows.pop() };
      await expect(run(RECIPIENT)).rejects.toMatchObject({ exitCode: 1, all: /^not proven: the rows/ });
      await ask(RECIPIENT);
      await expect(result).toContainText('not proven: the rows');
    } finally {
      await server.close();
    }
  });

  test('the donate page asks for a payment, shows it, and takes it back', async ({ suite, chain, page }) => {
    const { explorerApi, gateway } = suite.addresses;
    const server = await servePage('donate', { API: explorerApi, WALLET: gateway });
    try {
      // Only payments after the first look count.
      await Promise.all([page.waitForResponse(/direction=in/), page.goto(server.url)]);
      await page.getByLabel('CRN').fill('2.5');
      const link = page.getByRole('link', { name: 'Pay with' });
      const request = `cairn:${RECIPIENT}?amount=2.5&label=Donation`;
      await expect(link).toHaveAttribute('href', `${suite.addresses.gateway}/#${request}`);
      const received = page.getByRole('status');
      await expect(received).toHaveText('0');
      await chain.fund({ address: RECIPIENT, amount: '250000000' });
      await expect(received).toHaveText('2.5');
      await chain.reorganize({ depth: 1, keep: 'none' });
      await expect(received).toHaveText('0');
      await chain.mine({ blocks: 1 });
      await expect(received).toHaveText('2.5');
    } finally {
      await server.close();
    }
  });
});
