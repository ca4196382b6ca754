import type { ExtraGateway } from '@cairn/testkit';
import { importDevelopmentWallet, openScreen } from '@cairn/testkit/playwright';
import type { Page } from '@playwright/test';
import { attack, openAndRead, type Target } from './hostile-page.ts';
import {
  startEmptySite,
  startNaiveServer,
  startRelay,
  type OtherSite,
  type RecordingServer,
} from './hostile-servers.ts';
import { expect, keepScreenshotOf, test } from './suite.ts';

/** Values that identify requests of an attack: the wallet never sends them. */
const MARKERS = { address: 'HostileProbe11111111111111111111111', raw: 'ab'.repeat(213) };

/** The recorded requests of an attack. */
function attackRequests({ requests }: RecordingServer): string[] {
  return requests.filter((line) => line.includes(MARKERS.address) || line.includes(MARKERS.raw));
}

/** Proxy in front of the suite's node that records the gateway's requests. */
let relay: RecordingServer;
/** A second gateway of the suite, in front of the relay. */
let gateway: ExtraGateway;
/** Serves an empty page, in which attacks run as on another site. */
let otherSite: OtherSite;
test.beforeAll(async ({ suite }) => {
  relay = await startRelay(suite.addresses.rpc);
  gateway = await suite.openGateway(relay.port, ['--log-level', 'debug']);
  otherSite = await startEmptySite();
});
test.afterAll(async () => {
  await otherSite.close();
  await gateway.close();
  await relay.close();
});

const targetAt = (origin: string): Target => ({
  origin,
  read: `/v1/accounts/${MARKERS.address}`,
  write: '/v1/transactions',
  body: JSON.stringify({ raw: MARKERS.raw }),
});

/** Runs every attack from a page: none may read anything or reach the node. */
async function expectHarmless(page: Page): Promise<void> {
  const outcomes = await page.evaluate(attack, targetAt(gateway.url));
  expect(Object.keys(outcomes).length).toBeGreaterThan(25);
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'nothing')).toEqual([]);
  expect(attackRequests(relay)).toEqual([]);
}

test.describe('a hostile page in the same browser', () => {
  /** An open wallet, so that the browser has its session cookie. */
  let wallet: Page;
  test.beforeAll(async ({ browser }) => {
    wallet = await (await browser.newContext()).newPage();
    await importDevelopmentWallet(wallet, gateway.walletAddress());
  });
  test.afterAll(() => wallet.context().close());
  const openTab = (): Promise<Page> => wallet.context().newPage();

  test('reads and triggers nothing, wherever it comes from, and the open wallet keeps working', async () => {
    const { port } = otherSite;
    const sites = ['evil.example', '127.0.0.1'].map((host) => `http://${host}:${port}/`);
    await Promise.all(
      [...sites, 'data:text/html,<title>x</title><body></body>'].map(async (site) => {
        const hostile = await openTab();
        await hostile.goto(site);
        await expectHarmless(hostile);
        await hostile.close();
      }),
    );
    await openScreen(wallet, 'Send');
    await openScreen(wallet, 'Overview');
    await expect(wallet.getByText('Ready', { exact: true }).first()).toBeVisible();
  });

  test('succeeds against a server without the gateway’s checks: the attacks are real', async ({ page }) => {
    const naive = await startNaiveServer();
    await page.goto(`http://127.0.0.1:${otherSite.port}/`);
    await page.evaluate(attack, targetAt(`http://127.0.0.1:${naive.port}`));
    const harm = attackRequests(naive);
    await naive.close();
    expect(harm.filter((line) => line.startsWith('GET ')).length).toBeGreaterThan(5);
    expect(harm.filter((line) => line.startsWith('POST ')).length).toBeGreaterThan(5);
  });

  test('whose name was rebound to this machine is refused, even with the same origin as its requests', async () => {
    const rebound = `http://rebind.example:${new URL(gateway.url).port}`;
    const hostile = await openTab();
    const direct = await hostile.goto(`${rebound}/`);
    expect(direct!.status()).toBe(421);
    // The name first pointed to the attacker's server, which served this page; from now on it points to this machine.
    const body = '<!doctype html><title>rebound</title><body></body>';
    await hostile.route(`${rebound}/`, (route) => route.fulfill({ contentType: 'text/html', body }), {
      times: 1,
    });
    await hostile.goto(`${rebound}/`);
    expect(await hostile.title()).toBe('rebound');
    const outcomes = await hostile.evaluate(attack, targetAt(rebound));
    const gained = Object.entries(outcomes).filter(([, outcome]) => outcome !== 'nothing');
    // A frame of the page's own origin can be read: it contains the refusal.
    expect(gained.filter(([, outcome]) => outcome !== 'a refusal')).toEqual([]);
    expect(attackRequests(relay)).toEqual([]);
    await hostile.close();
  });

  test('may open the wallet in a window, but neither control nor read it', async () => {
    const look = async (site: string): Promise<string> => {
      const hostile = await openTab();
      await hostile.goto(site);
      const [, seen] = await Promise.all([
        hostile.waitForEvent('popup'),
        hostile.evaluate(openAndRead, `${gateway.url}/`),
      ]);
      return seen;
    };
    const sites = [`http://127.0.0.1:${otherSite.port}/`, `http://evil.example:${otherSite.port}/`];
    expect(await Promise.all(sites.map(look))).toEqual(['severed', 'severed']);
  });

  test('on another loopback port is handed the cookie, but not the page’s key', async () => {
    const hostile = await openTab();
    await hostile.goto(`http://127.0.0.1:${otherSite.port}/`);
    const cookie = otherSite.cookies.find((value) => value.includes('cairn_gateway_'))!;
    expect(cookie).toMatch(/^cairn_gateway_\d+=[\w-]{43}$/);
    expect(await hostile.evaluate(() => JSON.stringify(localStorage))).toBe('{}');
    await hostile.close();
  });
});

/** The page of somebody who has opened no wallet yet. These tests go on from the state of the last. */
test.describe.serial('the wallet’s launch address', () => {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext()).newPage();
  });
  test.afterAll(() => page.context().close());
  const expectOpen = (tab: Page): Promise<void> =>
    expect(tab.getByRole('button', { name: 'Create a new wallet' })).toBeEnabled();

  test('is required from everyone who opens the port', async () => {
    const before = relay.requests.length;
    await page.goto(`${gateway.url}/`);
    await expect(page.getByRole('heading', { name: 'Let this browser in' })).toBeVisible();
    await expect(page.getByText('No access')).toBeVisible();
    expect(await page.context().cookies()).toEqual([]);
    expect(relay.requests.length).toBe(before);
    // Copies the command; a copied link has a field that unfolds.
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
    await page.getByText('I have a wallet link').click();
    await expect(page.getByRole('button', { name: 'Open the wallet' })).toBeDisabled();
  });

  test('opens the wallet in the same tab, once, and its secret disappears from the address bar', async ({
    browser,
  }) => {
    const address = gateway.walletAddress();
    await page.goto(address);
    await expectOpen(page);
    expect(page.url()).toBe(`${gateway.url}/`);
    expect(await page.evaluate(() => [document.cookie, document.referrer, history.length])).toEqual([
      '',
      '',
      3,
    ]);
    await page.reload();
    await expectOpen(page);
    const tab = await page.context().newPage();
    await tab.goto(`${gateway.url}/`);
    await expectOpen(tab);
    await tab.close();

    const stranger = await browser.newContext({ viewport: { width: 320, height: 740 } });
    const other = await stranger.newPage();
    await other.goto(address);
    await expect(other.getByText('This wallet link is no longer valid')).toBeVisible();
    expect(other.url()).toBe(`${gateway.url}/`);
    await keepScreenshotOf(other, 'wallet-no-access-phone');
    expect(await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await stranger.close();
    expect(gateway.walletAddress()).not.toBe(address);
    const secret = address.split('#launch=')[1]!;
    expect(gateway.log.join('\n')).not.toContain(secret);
  });

  test('opens a page whose code is only what the gateway serves: no inline scripts, and no strings that become scripts', async () => {
    expect(await page.locator('script:not([src]), [onclick], [onload], [style], style').count()).toBe(0);
    // The code is text, to keep it out of the sources. It runs in a timer, because the page's policy restricts code
    // less that the DevTools protocol evaluates directly.
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
