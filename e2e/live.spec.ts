import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit/playwright';
import { unmarked } from './proof-marks.ts';
import { expect, interactive, test } from './suite.ts';

const miner = DEVELOPMENT_ADDRESSES[4];
/** More than two pages of 25 rows. */
const BLOCKS = 59;

// What moves, moves here.
test.use({ reducedMotion: 'no-preference' });
test.describe('live pages and lists', () => {
  /** Height of the tip before these tests mine. */
  let tip: number;
  test.beforeAll(async ({ suite }) => {
    await suite.rewind();
    const { state } = await suite.devnet.mine({ blocks: BLOCKS, to: miner });
    tip = state.height;
  });

  test('new blocks appear by themselves, are announced politely, and are caught up with once an API that has stopped is back', async ({
    page,
    chain,
    apiProxy,
    site,
  }) => {
    await page.goto(site);
    await interactive(page);
    const main = page.getByRole('main');
    const first = main.locator('tbody a.c-strong').first();
    await chain.mine({ blocks: 1, to: miner });
    await expect(first).toHaveText(formatHeight(tip + 1));
    const news = page.locator('p.c-visually-hidden[role=status]').filter({ hasText: /new block/i });
    await expect(news).toHaveText(/^(New block \d+|\d+ new blocks, the newest is \d+)$/);

    // The page either shows the last status or says that it cannot load it.
    const stopped = /stopped answering|does not answer/i;
    apiProxy.lie = { where: /./, breaks: true };
    apiProxy.cut();
    await expect(main).toContainText(stopped, { timeout: 60_000 });
    await expect(first).toHaveText(formatHeight(tip + 1));
    await chain.mine({ blocks: 1, to: miner });
    apiProxy.lie = undefined;
    await expect(first).toHaveText(formatHeight(tip + 2), { timeout: 60_000 });
    await expect(main).not.toContainText(stopped, { timeout: 60_000 });
  });

  test('new blocks wait while the list is being read; its pages are in the address bar, also after Back', async ({
    page,
    chain,
    site,
  }) => {
    await page.goto(`${site}/blocks`);
    await interactive(page);
    const main = page.getByRole('main');
    const first = main.locator('tbody a.c-strong').first();
    const button = page.getByRole('button', { name: /new blocks?$/ });
    // A pointer resting on a row, and then the keyboard focus, pause the list.
    await main.locator('tbody tr').nth(3).hover();
    await chain.mine({ blocks: 1, to: miner });
    await expect(button).toBeVisible();
    await expect(first).toHaveText(formatHeight(tip));
    await first.focus();
    await page.mouse.move(0, 0);
    await chain.mine({ blocks: 1, to: miner });
    await expect(button).toHaveText('2 new blocks');
    await expect(first).toHaveText(formatHeight(tip));
    await button.click();
    await expect(first).toHaveText(formatHeight(tip + 2));
    // Older pages do not change with the tip.
    await main.getByRole('link', { name: 'Older' }).click();
    await expect(page).toHaveURL(new RegExp(`before=${tip - 22}$`));
    await interactive(page);
    await chain.mine({ blocks: 1, to: miner });
    await expect(page.getByRole('banner')).toContainText(formatHeight(tip + 3));
    await expect(first).toHaveText(formatHeight(tip - 23));
    await page.goBack();
    await expect(page).toHaveURL(/\/blocks$/);
    await page.evaluate(() => scrollTo(0, 0)); // where the reader left it, the list would wait
    await expect(first).toHaveText(formatHeight(tip + 3));
  });

  test('the front page says what this browser has checked, and keeps and reads out what a reorganization replaces', async ({
    page,
    chain,
    site,
  }) => {
    await page.goto(site);
    await interactive(page);
    const main = page.getByRole('main');
    const seal = main.getByRole('region', { name: 'Proof on your device' });
    await expect(seal).toContainText(`Your browser has proven all ${formatHeight(tip)} headers`);
    await expect(seal.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'passed');
    await expect(seal).toContainText('anyone can rewrite it');
    expect(await unmarked(page)).toEqual([]);
    const stone = (name: string) => main.getByRole('link', { name, exact: true });
    await stone(`Block ${tip - 1}`).focus();
    await expect(seal).toBeHidden();
    await expect(main.locator('.cairn__facts')).toContainText(`${tip - 1}`);
    await page.mouse.click(1, 1);
    await expect(seal).toBeVisible();

    const news = main.locator('.cairn > [role=status]');
    const listed = main.locator(`tbody tr:has(a[href$="/blocks/${tip - 1}"]) .c-identifier__text`).first();
    const replaced = await listed.innerText();
    await chain.reorganize({ depth: 2 });
    await expect(main.locator('tbody a.c-strong').first()).toHaveText(formatHeight(tip + 1));
    await expect(listed).not.toHaveText(replaced);
    await expect(news).toHaveText(/^2 blocks replaced/);
    await expect(stone(`Block ${tip}, no longer in the chain`)).toBeVisible();
    await expect(stone(`Block ${tip + 1}`)).toBeVisible();
    await expect(seal).toContainText(`all ${formatHeight(tip + 1)} headers`);
    await chain.mine({ blocks: 1, to: miner });
    await expect(stone(`Block ${tip + 2}`)).toBeVisible();
    // What was read out is not left standing, and the stones still lie there.
    await expect(news).not.toContainText('replaced');
    await stone(`Block ${tip - 1}, no longer in the chain`).hover();
    await expect(main.locator('.cairn__facts')).toContainText('No longer in the chain');
    await main.getByRole('link', { name: 'Compare' }).click();
    await expect(page.locator('section:has(#stale) tbody')).toContainText(formatHeight(tip));
    expect(await unmarked(page)).toEqual([]);
  });

  test('search results are the server’s word', async ({ page, apiProxy, site }) => {
    const searched = DEVELOPMENT_ADDRESSES[0];
    // Two results: the page opens a single one.
    apiProxy.lie = { where: /\/search\//, json: (body) => (body.addresses = [searched, miner]) };
    await page.goto(`${site}/search?q=${searched.slice(0, 6)}`);
    await expect(page.getByRole('main').locator('.c-option').first()).toBeVisible();
    expect(await unmarked(page)).toEqual([]);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('rows have two lines, react to a tap anywhere, and do not move under the thumb', async ({
      page,
      chain,
      site,
    }) => {
      await page.goto(`${site}/transactions`);
      await interactive(page);
      const rows = page.getByRole('main').locator('tbody tr');
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(heights.length).toBe(25);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      expect(Math.max(...heights)).toBeLessThanOrEqual(72);
      // The age beside it changes by itself.
      const idIn = (row: number) => rows.nth(row).locator('.c-identifier__text').first().innerText();
      const [before, shown] = [await idIn(0), await idIn(2)];
      await chain.mine({ blocks: 1, to: miner });
      await expect(page.getByRole('button', { name: '1 new transaction' })).toBeVisible();
      expect(await idIn(0)).toBe(before);
      const box = (await rows.nth(2).boundingBox())!;
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 6);
      await expect(page).toHaveURL(/\/transactions\/[0-9a-f]{64}$/);
      expect(page.url()).toContain(shown);
    });

    test('the first tap on a stone shows its block, and the second opens it', async ({ page, site }) => {
      await page.goto(site);
      await interactive(page);
      const stone = page.getByRole('link', { name: `Block ${tip - 2}`, exact: true });
      await stone.tap();
      await expect(page.locator('.cairn__facts')).toContainText(`${tip - 2}`);
      await stone.tap();
      await expect(page).toHaveURL(new RegExp(`/blocks/${tip - 2}$`));
    });
  });
});

/** A height as the English pages format it. */
const formatHeight = (count: number) => count.toLocaleString('en');
