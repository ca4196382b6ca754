import type { AddressHistory, AddressState } from '@cairn/api/explorer';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import type { ExtraServer } from '@cairn/testkit';
import type { Page } from '@playwright/test';
import { ADDRESS_LIES, type AddressLie, asAlteration, type LiarsMaterial } from '@cairn/testkit/address-lies';
import { accessibilityProblems } from './accessibility.ts';
import { LyingProxy } from './lying-proxy.ts';
import { expect, test } from './suite.ts';

const accounts = developmentAccounts(getNetwork('devnet'));
const { address } = accounts[6]!;
const WHERE = /\/(status|addresses\/)/;

/** All of them with `CAIRN_ALL_LIES=1`, otherwise every sixth: a unit test tells each one. */
const LIES =
  process.env['CAIRN_ALL_LIES'] === '1' ? ADDRESS_LIES : ADDRESS_LIES.filter((_, at) => at % 6 === 0);

let proxy: LyingProxy;
/** A website whose API is the proxy. */
let site: ExtraServer;
let material: LiarsMaterial;

const queryOf = ({ page, direction }: AddressLie) =>
  new URLSearchParams({
    page: String(page === 'last' ? 2 : (page ?? 1)),
    direction: direction ?? 'all',
  }).toString();

const verdict = (page: Page) => page.locator('.verify [data-verdict]');

test.describe('an address proven in the browser', () => {
  test.beforeAll(async ({ suite }) => {
    test.setTimeout(180_000);
    await suite.rewind();
    const api = `${suite.addresses.explorerApi}/api/v1`;
    const ask = async <Answer>(path: string) => (await (await fetch(api + path)).json()) as Answer;
    const proofOf = (of: string) =>
      ask<{ siblings: string[]; block_height: number }>(`/addresses/${of}/proof`);
    // More than one page: each block pays the address.
    await suite.devnet.mine({ blocks: 30, to: address });
    const old = { proof: await proofOf(address), state: await ask<AddressState>(`/addresses/${address}`) };
    await suite.devnet.mine({ blocks: 1, to: address });
    const proof = await proofOf(address);
    const others = await Promise.all(accounts.map((account) => proofOf(account.address)));
    const rowsOf = async (of: string) =>
      (await ask<AddressHistory>(`/addresses/${of}/transactions?limit=100`)).items;
    const items = await rowsOf(accounts[0]!.address);
    material = {
      address,
      old,
      other: { proof: others.find(({ siblings }) => siblings[0] !== proof.siblings[0]) },
      foreign: items.find(({ from_address, to_address }) => ![from_address, to_address].includes(address)),
      rows: await rowsOf(address),
    };
    proxy = await LyingProxy.start(suite.addresses.explorerApi);
    site = await suite.openWebsite(proxy.url);
  });
  test.beforeEach(() => {
    proxy.lie = undefined;
  });
  test.afterAll(async () => {
    await site.close();
    await proxy.close();
  });

  test('an honest page is proven, page by page, and follows the tip', async ({ page, suite }) => {
    await page.goto(`${site.url}/addresses/${address}`);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'passed');
    const claims = page.locator('.claims__item');
    const { explorerApi } = suite.addresses;
    const tip = async () =>
      ((await (await fetch(`${explorerApi}/api/v1/status`)).json()) as { height: number }).height;
    await expect(claims.nth(0)).toContainText(`Balance proven in block ${await tip()} (checked)`);
    await expect(claims.nth(1)).toContainText(/Nothing left out of the newest 25 of 3\d transactions/);
    await expect(claims.nth(2)).toContainText(`Checked from block ${await tip()} down to block 0`);
    expect(await accessibilityProblems(page, { part: '.verify' })).toEqual([]);
    await suite.devnet.mine({ blocks: 1, to: address });
    await expect(claims.nth(0)).toContainText(`Balance proven in block ${await tip()} (checked)`);
    await page.goto(`${site.url}/addresses/${address}?page=2`);
    await expect(claims.nth(1)).toContainText(/Nothing left out of all 3\d transactions/);
    await page.goto(`${site.url}/addresses/${address}?direction=in`);
    await expect(claims.nth(1)).toContainText(/Nothing left out of all 3\d transactions/);
    await page.goto(`${site.url}/addresses/${address}?direction=mined&page=2`);
    await expect(claims.nth(1)).toContainText(/Nothing left out of all 3\d transactions \(checked\)/);
  });

  test('lies are shown in red', async ({ page }) => {
    test.setTimeout(300_000);
    for (const lie of LIES) {
      await test.step(lie.name, async () => {
        proxy.lie = { where: WHERE, json: asAlteration(lie, material) };
        await page.goto(`${site.url}/addresses/${address}?${queryOf(lie)}`);
        await expect(verdict(page), lie.name).toHaveAttribute('data-verdict', 'failed');
        await expect(page.locator('.claims__item[data-status="failed"]')).not.toHaveCount(0);
        proxy.cut();
      });
    }
  });

  test('a server without proofs is no liar', async ({ page }) => {
    proxy.lie = { where: /\/proof(\?|$)/, breaks: true };
    await page.goto(`${site.url}/addresses/${address}`);
    await expect(verdict(page)).toHaveAttribute('data-verdict', 'skipped');
    await expect(page.locator('.claims')).toContainText('Balance by the newest block (not checked)');
  });
});
