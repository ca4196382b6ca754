import { expect, test } from './suite.ts';

for (const path of ['docs', 'redoc']) {
  test(`/${path} renders the contract from the node alone, within its strict policy`, async ({
    page,
    suite,
    keepScreenshot,
  }) => {
    const foreign: string[] = [];
    const complaints: string[] = [];
    const isForeign = (url: string): boolean =>
      url.startsWith('http') && !url.startsWith(suite.addresses.explorerApi);
    // A request that the page's policy blocks never leaves the browser.
    page.on('requestfailed', (request) => {
      if (isForeign(request.url()) && request.failure()?.errorText !== 'csp') foreign.push(request.url());
    });
    page.on('response', (answer) => {
      if (isForeign(answer.url())) foreign.push(answer.url());
    });
    // A blocked style, script or request is an error on the console.
    page.on('console', (message) => {
      if (message.type() === 'error' && !isBlockedLogo(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const response = await page.goto(`${suite.addresses.explorerApi}/${path}`);
    const policy = response!.headers()['content-security-policy']!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    await expect(page.getByText('Cairn Explorer API').first()).toBeVisible();
    for (const route of ['/api/v1/blocks', '/api/v1/stats']) {
      await expect(page.getByText(route, { exact: false }).first()).toBeAttached();
    }
    await expect(page.getByRole('link', { name: 'Explorer', exact: true })).toHaveAttribute(
      'href',
      `${suite.addresses.website}/`,
    );
    await keepScreenshot(`explorer-api-${path}`);
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

/** Redoc requests its logo from its makers' server; the policy blocks that, and nothing else. */
function isBlockedLogo(message: string): boolean {
  return message.includes('https://cdn.redoc.ly/redoc/logo-mini-full.svg') && message.includes('img-src');
}
