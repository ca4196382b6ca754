/** `npm run bench -- pages`: clicks on the links of the website and Back, and the scores of Lighthouse. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEVELOPMENT_ADDRESSES, startSuite } from '@cairn/testkit';
import { CHROMIUM_ARGS } from '../scripts/lib/chromium.ts';
import { ChromiumTab } from './chromium-tab.ts';
import { type Bench, runBench, type Sample } from './frame.ts';

/** How long the pointer rests on a link before the click, and how long the button is held. */
const [RESTS_MS, HELD_MS] = [[150, 500], 100];
const IDLE_TIMEOUT_MS = 30_000;
/** Limits for the 95th percentile. */
const [MAX_CLICK_MS, MAX_BACK_MS] = [100, 30];
/** The links of a walk, which ends with Back. Walks begin at different blocks of the home page. */
const LINKS = [
  (walk: number) => `main tbody tr:nth-child(${1 + (walk % 6)}) a.c-strong`, // home → block
  () => 'main tbody a[href*="/transactions/"]', // block → transaction
  () => 'main a[href*="/addresses/"]', // transaction → address
  () => 'main a[rel=next]', // address → its history
];

/** Downloaded on demand: it is larger than all other dependencies of tests together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const [MIN_SCORE, MAX_LAYOUT_SHIFT] = [95, 0.02];
const AUDITED = {
  home: '/',
  block: '/blocks/0',
  transaction: '/transactions/26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2',
  address: `/addresses/${DEVELOPMENT_ADDRESSES[1]}`,
  statistics: '/statistics',
  verify: '/verify',
};

/**
 * Runs in each document: records when its largest contentful element was painted and when the page was shown. The verdict, which
 * stands once a proof has been checked, is none of these: `npm run bench -- verify` has its time.
 */
const RECORDER = `(() => {
  const seen = (globalThis.cairnBench = { painted: 0, shown: 0, drawn: 0, persisted: false });
  const now = () => performance.timeOrigin + performance.now();
  new PerformanceObserver((list) => {
    // A prerendered page is not visible before it is opened.
    const { activationStart = 0 } = performance.getEntriesByType('navigation')[0];
    for (const { startTime, element } of list.getEntries())
      if (!element?.closest('[data-verdict]:not([data-verdict=running])')) seen.painted = performance.timeOrigin + Math.max(startTime, activationStart);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  addEventListener('pageshow', ({ persisted }) => {
    Object.assign(seen, { shown: now(), persisted });
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (seen.drawn = now());
      port2.postMessage(0);
    });
  });
})()`;

type PagesBench = Bench<'walks' | 'lighthouse', 'slowdown'>;

await runBench(
  'pages',
  {
    runs: 10,
    parts: ['walks', 'lighthouse'],
    numbers: {
      slowdown: [1, 'factor by which the pages of the walks are slowed down; above 1 they have no limits'],
    },
  },
  async (bench: PagesBench) => {
    const whole = [process.env['CAIRN_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
    const executablePath =
      whole.find((path) => path && !path.includes('headless-shell') && existsSync(path)) ??
      bench.refuse('it needs a whole Chromium: set CAIRN_CHROMIUM to its path');
    const suite = await startSuite();
    bench.onEnd(() => suite.close());
    await suite.devnet.mine({ blocks: 60, to: DEVELOPMENT_ADDRESSES[4] });
    const site = suite.addresses.website;
    if (bench.wants('walks')) {
      const options = { executablePath, slowdown: bench.numbers.slowdown, recorder: RECORDER };
      const tab = await ChromiumTab.open(options);
      for (const rest of RESTS_MS) await measureWalks(bench, tab, site, rest);
      await tab.close();
    }
    if (bench.wants('lighthouse'))
      for (const [page, path] of Object.entries(AUDITED))
        await bench.measure(
          [
            ...CATEGORIES.map(
              (name) => ({ name: `${page}: ${name}`, unit: 'points', min: MIN_SCORE }) as const,
            ),
            { name: `${page}: layout shift`, unit: '', max: MAX_LAYOUT_SHIFT },
          ],
          () => audit(site + path, executablePath),
        );
  },
);

/** Clicks from the release of the button to the largest contentful paint, and Back until the page is visible. */
async function measureWalks(bench: PagesBench, tab: ChromiumTab, site: string, rest: number): Promise<void> {
  const [clicks, backs]: [Sample[], Sample[]] = [[], []];
  for (let walk = 0; walk < bench.numbers.runs; walk += 1) {
    await tab.goto(`${site}/`);
    await untilIdle(tab, '/');
    for (const link of LINKS) {
      const path = await pointAt(tab, link(walk));
      await sleep(rest);
      const released = await tab.click(HELD_MS);
      await untilIdle(tab, path);
      clicks.push({ value: (await tab.evaluate<number>('cairnBench.painted')) - released });
    }
    const here = await tab.evaluate<string>('location.search');
    const start = await tab.back();
    while ((await tab.evaluate<string>('location.search').catch(() => here)) === here) await sleep(50);
    await untilIdle(tab);
    const { shown, persisted } = await tab.evaluate<{ shown: number; persisted: boolean }>('cairnBench');
    if (!persisted) throw new Error('Back did not find the page in the back/forward cache');
    backs.push({ value: shown - start });
  }
  const report = (what: string, limit: number, samples: readonly Sample[]): void => {
    const name = `rest ${rest} ms, ${what}`;
    const max = bench.numbers.slowdown === 1 ? { max: limit } : {};
    bench.report({ name: `${name}: median`, unit: 'ms' }, samples);
    bench.report({ name: `${name}: p95`, unit: 'ms', quantile: 0.95, ...max }, samples);
  };
  report('click → largest paint', MAX_CLICK_MS, clicks);
  report('Back → page visible', MAX_BACK_MS, backs);
}

/** Waits until a page is visible and idle. @param path path and query of the page to wait for; any if absent */
async function untilIdle(tab: ChromiumTab, path?: string): Promise<void> {
  const isThere =
    path === undefined ? 'true' : `location.pathname + location.search === ${JSON.stringify(path)}`;
  const isIdle = `${isThere} && cairnBench.drawn > 0 && document.readyState === 'complete' &&
    !document.querySelector('astro-island[ssr], main [aria-busy=true]')`;
  const deadline = Date.now() + IDLE_TIMEOUT_MS;
  while (!(await tab.evaluate<boolean>(isIdle).catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${path ?? 'the previous page'} did not become idle`);
    await sleep(100);
  }
  await sleep(500);
}

/** Scrolls to a link and moves the pointer onto it. @returns path and query of the link */
async function pointAt(tab: ChromiumTab, selector: string): Promise<string> {
  const { x, y, path } = await tab.evaluate<{ x: number; y: number; path: string }>(`(() => {
    const link = document.querySelector(${JSON.stringify(selector)});
    link.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = link.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, path: link.pathname + link.search };
  })()`);
  await sleep(200);
  await tab.movePointer(x, y);
  return path;
}

/** The scores of a page, from 0 to 100, and its layout shift, on the phone that Lighthouse emulates. */
async function audit(url: string, chromium: string): Promise<Sample[]> {
  const flags = [`--only-categories=${CATEGORIES.join(',')}`, '--output=json', '--quiet'];
  const chromeFlags = `--chrome-flags=${['--headless=new', ...CHROMIUM_ARGS].join(' ')}`;
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...flags, chromeFlags], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { runtimeError, categories, audits } = JSON.parse(stdout) as {
    readonly runtimeError?: { readonly message: string };
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  };
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Infinity;
  return [...CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)), shift].map(
    (value) => ({ value }),
  );
}
