import { expect, test } from './suite.ts';

for (const path of ['docs', 'redoc']) {
  test(`/${path} renders the contract from the node alone, within its strict policy`, async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    const foreign: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(suite.addresses.explorerApi)) foreign.push(request.url());
    });
    // A blocked style, script or request is an error on the console.
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const response = await page.goto(`${suite.addresses.explorerApi}/${path}`);
    const policy = response!.headers()['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    await expect(page.getByText('Cairn Explorer API').first()).toBeVisible();
    for (const route of ['/api/v1/blocks', '/api/v1/events']) {
      await expect(page.getByText(route, { exact: false }).first()).toBeAttached();
    }
    await keepScreenshot(`explorer-api-${path}`);
    expect(foreign.filter((url) => url.startsWith('http'))).toEqual([]);
    expect(complaints).toEqual([]);
  });
}
