import type { ExtraGateway } from '@cairn/testkit';
import { importDevelopmentWallet, openScreen } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { attack, lookInto, type Aim } from './hostile-page.ts';
import {
  startEmptySite,
  startNaiveServer,
  startRelay,
  type LocalServer,
  type Relay,
} from './hostile-servers.ts';
import { expect, test } from './suite.ts';

/** Values that only an attack requests. */
const MARKS = { address: 'HostileProbe11111111111111111111111', raw: 'ab'.repeat(213) };

function harmIn({ seen }: Relay): string[] {
  return seen.filter((line) => line.includes(MARKS.address) || line.includes(MARKS.raw));
}

/** Proxy in front of the suite's node that records the gateway's requests. */
let relay: Relay;
/** A separate gateway in front of that relay. */
let guarded: ExtraGateway;
let neighbour: LocalServer;
test.beforeAll(async ({ suite }) => {
  relay = await startRelay(suite.addresses.rpc);
  guarded = await suite.openGateway(relay.port, ['--log-level', 'debug']);
  neighbour = await startEmptySite();
});
test.afterAll(async () => {
  await neighbour.close();
  await guarded.close();
  await relay.close();
});

const aimAt = (origin: string): Aim => ({ origin, ...MARKS });

/** No attempt read anything, and none reached the node. */
async function expectHarmless(page: Page): Promise<void> {
  const outcomes = await page.evaluate(attack, aimAt(guarded.url));
  expect(Object.keys(outcomes).length).toBeGreaterThan(25);
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'nothing')).toEqual([]);
  expect(harmIn(relay)).toEqual([]);
}

test.describe('a hostile page in the same browser', () => {
  /** Target of the attacks: an open wallet, whose session the browser has. */
  let wallet: Page;
  test.beforeAll(async ({ browser }) => {
    wallet = await (await browser.newContext()).newPage();
    await importDevelopmentWallet(wallet, guarded.walletAddress());
  });
  test.afterAll(() => wallet.context().close());
  const openTab = (): Promise<Page> => wallet.context().newPage();

  const SITES: [string, () => string][] = [
    ['on another site', () => `http://evil.example:${neighbour.port}/`],
    ['on another port of this machine', () => `http://127.0.0.1:${neighbour.port}/`],
    ['on localhost', () => `http://localhost:${neighbour.port}/`],
    ['in a data URL', () => 'data:text/html,<title>x</title><body></body>'],
  ];
  for (const [name, addressOf] of SITES) {
    test(`${name} reads and triggers nothing, and the open wallet keeps working`, async () => {
      const hostile = await openTab();
      await hostile.goto(addressOf());
      await expectHarmless(hostile);
      await hostile.close();
      await openScreen(wallet, 'Send');
      await openScreen(wallet, 'Overview');
      await expect(wallet.getByText('Ready', { exact: true }).first()).toBeVisible();
    });
  }

  test('succeeds against a server without the passes: the attacks are real', async ({ page }) => {
    const naive = await startNaiveServer();
    await page.goto(`http://127.0.0.1:${neighbour.port}/`);
    await page.evaluate(attack, aimAt(`http://127.0.0.1:${naive.port}`));
    const harm = harmIn(naive);
    await naive.close();
    expect(harm.filter((line) => line.startsWith('GET ')).length).toBeGreaterThan(5);
    expect(harm.filter((line) => line.startsWith('POST ')).length).toBeGreaterThan(5);
  });

  test('whose name was rebound to this machine is refused, even with the same origin as its requests', async () => {
    const rebound = `http://rebind.example:${new URL(guarded.url).port}`;
    const hostile = await openTab();
    const direct = await hostile.goto(`${rebound}/`);
    expect(direct!.status()).toBe(421);
    // The name first pointed to the attacker's server, which served this page; from now on it points here.
    const body = '<!doctype html><title>rebound</title><body></body>';
    await hostile.route(`${rebound}/`, (route) => route.fulfill({ contentType: 'text/html', body }), {
      times: 1,
    });
    await hostile.goto(`${rebound}/`);
    expect(await hostile.title()).toBe('rebound');
    const outcomes = await hostile.evaluate(attack, aimAt(rebound));
    const gained = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'nothing');
    // A frame of the page's own origin can be read: it contains the refusal.
    expect(gained.filter(([, outcome]) => !/^read a(n answer| frame)$/.test(outcome))).toEqual([]);
    expect(harmIn(relay)).toEqual([]);
    await expectHarmless(hostile);
    await hostile.close();
  });

  test('may open the wallet in a window, but neither control nor read it', async () => {
    const look = async (site: string): Promise<string> => {
      const hostile = await openTab();
      await hostile.goto(site);
      const [, seen] = await Promise.all([
        hostile.waitForEvent('popup'),
        hostile.evaluate(lookInto, `${guarded.url}/`),
      ]);
      return seen;
    };
    const sites = [`http://127.0.0.1:${neighbour.port}/`, `http://evil.example:${neighbour.port}/`];
    expect(await Promise.all(sites.map(look))).toEqual(['severed', 'severed']);
  });

  test('cannot get a session from the wallet’s page: a wrong secret changes nothing', async () => {
    const tab = await openTab();
    await tab.goto(`http://evil.example:${neighbour.port}/`);
    await tab.goto(`${guarded.url}/#launch=${'w'.repeat(43)}`);
    await expect(tab.getByRole('button', { name: 'Unlock' })).toBeVisible();
    expect(tab.url()).toBe(`${guarded.url}/`);
  });
});

test.describe('the wallet’s launch address', () => {
  test('opens the wallet once, and its secret disappears from the address bar', async ({ page, browser }) => {
    const address = guarded.walletAddress();
    await page.goto(address);
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
    expect(page.url()).toBe(`${guarded.url}/`);
    expect(await page.evaluate(() => [document.cookie, document.referrer, history.length])).toEqual([
      '',
      '',
      2,
    ]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
    const tab = await page.context().newPage();
    await tab.goto(`${guarded.url}/`);
    await expect(tab.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();

    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    await other.goto(address);
    await expect(other.getByText('This address was already used')).toBeVisible();
    expect(other.url()).toBe(`${guarded.url}/`);
    await stranger.close();
    expect(guarded.walletAddress()).not.toBe(address);
    const secret = address.split('#launch=')[1]!;
    expect(guarded.log.join('\n')).not.toContain(secret);
  });

  test('is required from everyone who opens the port, and opens the wallet in the same tab', async ({
    page,
  }) => {
    const before = relay.seen.length;
    await page.goto(`${guarded.url}/`);
    await expect(page.getByRole('heading', { name: /gateway’s address/ })).toBeVisible();
    await expect(page.getByText('No access')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    expect(relay.seen.length).toBe(before);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await page.goto(guarded.walletAddress());
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is explained if it is missing, in ${colorScheme}`, async ({ page, keepScreenshot }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${guarded.url}/#launch=${'w'.repeat(43)}`);
      await expect(page.getByText('This address was already used')).toBeVisible();
      await keepScreenshot(`wallet-no-access-${colorScheme}`);
      await page.setViewportSize({ width: 320, height: 740 });
      await keepScreenshot(`wallet-no-access-phone-${colorScheme}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
});

test.describe('code in the wallet’s page', () => {
  test('is only what the gateway serves: no inline scripts, and no strings that become scripts', async ({
    page,
  }) => {
    await page.goto(guarded.walletAddress());
    await expect(page.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();
    expect(await page.locator('script:not([src]), [onclick], [onload], [style], style').count()).toBe(0);
    // As text, to keep such code out of the sources; delayed, because code that a debugger runs directly is less restricted.
    const attempts = [
      "document.body.innerHTML = '<img src=x>'",
      "document.body.firstElementChild.outerHTML = '<b>x</b>'",
      "document.body.insertAdjacentHTML('beforeend', '<b>x</b>')",
      "document.write('<b>x</b>')",
      "(0, eval)('1')",
      "new Function('return 1')()",
      "document.createElement('script').src = '/assets/x.js'",
      "document.createElement('script').text = '1'",
      "document.createElement('iframe').srcdoc = '<b>x</b>'",
      "new Worker('/assets/x.js')",
      "trustedTypes.createPolicy('default', { createHTML: (text) => text })",
    ];
    const checks = attempts.map((code) => `try { ${code}; gained.push(${JSON.stringify(code)}); } catch {}`);
    const outcomes = await page.evaluate<string[]>(
      `new Promise((resolve) => setTimeout(() => { const gained = []; ${checks.join(' ')} resolve(gained); }, 0))`,
    );
    expect(outcomes).toEqual([]);
    const ran = await page.evaluate(async () => {
      const hit = window as unknown as { hit?: boolean };
      const inline = document.createElement('script');
      inline.append('window.hit = true');
      document.body.append(inline);
      const button = document.createElement('button');
      button.setAttribute('title', 'x');
      try {
        button.setAttribute('onclick', 'window.hit = true');
      } catch {
        // Blocked by Trusted Types.
      }
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return hit.hit;
    });
    expect(ran).toBeUndefined();
  });
});
