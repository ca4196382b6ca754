import { expect, test } from './suite.ts';

for (const path of ['docs', 'redoc']) {
  test(`/${path} renders the contract from the node alone`, async ({ page, suite, keepScreenshot }) => {
    const foreign: string[] = [];
    page.on('response', (response) => {
      if (!response.url().startsWith(suite.addresses.explorerApi)) foreign.push(response.url());
    });
    await page.goto(`${suite.addresses.explorerApi}/${path}`);
    await expect(page.getByText('Cairn Explorer API').first()).toBeVisible();
    await expect(page.getByText('/api/v1/blocks', { exact: false }).first()).toBeVisible();
    await keepScreenshot(`explorer-api-${path}`);
    expect(foreign.filter((url) => url.startsWith('http'))).toEqual([]);
  });
}
