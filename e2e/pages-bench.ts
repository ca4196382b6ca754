/**
 * `npm run bench:pages`: time from a click on a link to the largest contentful paint of the next page, time of Back,
 * and the number of API requests for prerendered pages that are never opened. In a whole Chromium the pointer moves to
 * a link, rests there for 150 or 500 ms, and holds the button for 100 ms. Exits with code 1 above a limit. With a slowdown of 4 the pages run at a quarter of their speed; above 1 the times
 * have no limits (docs/decisions/0013-prerendered-pages.md).
 */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { DEVELOPMENT_ADDRESSES, startSuite } from '@cairn/testkit';
import { createCommand, wholeNumber } from '@cairn/suite/options';
import { findFreePort } from '@cairn/suite';
import { ChromiumTab } from './chromium-tab.ts';

const { walks: WALKS, slowdown: SLOWDOWN } = createCommand(
  'npm run bench:pages --',
  'Time from a click on a link to the largest contentful paint of the next page, and time of Back.',
)
  .option('--walks <count>', 'walks through the site for each of the two resting times', wholeNumber(), 10)
  .option('--slowdown <factor>', 'by which the pages are slowed down', wholeNumber(), 1)
  .parse()
  .opts<{ walks: number; slowdown: number }>();
/** Time for which the mouse button is held. */
const HELD_MS = 100;
/** Time limit for a page to become idle. */
const IDLE_TIMEOUT_MS = 30_000;
/** Limits for the 95th percentile at full speed. */
const MAX_CLICK_MS = SLOWDOWN === 1 ? 100 : Number.POSITIVE_INFINITY;
const MAX_BACK_MS = SLOWDOWN === 1 ? 30 : Number.POSITIVE_INFINITY;

/** The links that each walk clicks before it goes back. Walks begin at different blocks of the home page. */
const LINKS: readonly [name: string, link: (walk: number) => string][] = [
  ['home → block', (walk) => `main tbody tr:nth-child(${1 + (walk % 6)}) a.c-strong`],
  ['block → transaction', () => 'main tbody a[href*="/transactions/"]'],
  ['transaction → address', () => 'main a[href*="/addresses/"]'],
  ['address → its history', () => 'main a[rel=next]'],
];

/** Runs in each document: records when its largest contentful element was painted and when the page was shown. */
const RECORDER = `(() => {
  const seen = (globalThis.cairnBench = { painted: 0, shown: 0, drawn: 0, persisted: false });
  const now = () => performance.timeOrigin + performance.now();
  new PerformanceObserver((list) => {
    // A prerendered page is not visible before it is opened.
    const { activationStart = 0 } = performance.getEntriesByType('navigation')[0];
    for (const { startTime } of list.getEntries())
      seen.painted = performance.timeOrigin + Math.max(startTime, activationStart);
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

/** Record of a document; times in Unix milliseconds. */
interface PageRecord {
  /** Largest contentful paint. */
  readonly painted: number;
  /** The `pageshow` event. */
  readonly shown: number;
  /** The first frame after `shown`. */
  readonly drawn: number;
  /** Restored from the back/forward cache. */
  readonly persisted: boolean;
  /** True if the page was already prerendered when its link was clicked. */
  readonly prerendered: boolean;
  /** Reasons why the page was not in the back/forward cache, as JSON. */
  readonly reasons: string;
}

/** Expression for the {@link PageRecord} of a document. */
const READ_RECORD = `(() => {
  const { activationStart = 0, notRestoredReasons = null } = performance.getEntriesByType('navigation')[0];
  return { ...cairnBench, prerendered: activationStart > 0, reasons: JSON.stringify(notRestoredReasons) };
})()`;

/** Waits until a page is visible and idle. @param path path and query of the page to wait for; absent for any page */
async function waitUntilIdle(tab: ChromiumTab, path?: string): Promise<void> {
  const isIdle = `cairnBench.drawn > 0 && document.readyState === 'complete' &&
    !document.querySelector('astro-island[ssr], main [aria-busy=true]') &&
    location.pathname + location.search === ${path === undefined ? 'location.pathname + location.search' : JSON.stringify(path)}`;
  const deadline = Date.now() + IDLE_TIMEOUT_MS;
  while (!(await tab.evaluate<boolean>(isIdle).catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${path ?? 'the previous page'} did not become idle`);
    await setTimeout(100);
  }
  await setTimeout(500);
}

/** Scrolls to a link and moves the pointer onto it. @returns path and query of the link */
async function pointAt(tab: ChromiumTab, selector: string): Promise<string> {
  const { x, y, path } = await tab.evaluate<{ x: number; y: number; path: string }>(`(() => {
    const link = document.querySelector(${JSON.stringify(selector)});
    link.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = link.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, path: link.pathname + link.search };
  })()`);
  await setTimeout(200);
  await tab.movePointer(x, y);
  return path;
}

interface Times {
  /** From the click to the largest contentful paint, by link. */
  readonly clicks: Map<string, number[]>;
  /** Number of opened pages that were prerendered before the click. */
  readonly prerendered: { count: number };
  /** From Back until the page is visible, and until its next frame. */
  readonly back: { shown: number[]; drawn: number[]; persisted: number; reasons: Set<string> };
}

/** Clicks each of `LINKS`, goes back once, and adds the times to `times`. */
async function walk(tab: ChromiumTab, site: string, number: number, restMs: number, times: Times) {
  await tab.goto(`${site}/`);
  await waitUntilIdle(tab, '/');
  for (const [name, link] of LINKS) {
    const path = await pointAt(tab, link(number));
    await setTimeout(restMs);
    const released = await tab.click(HELD_MS);
    await waitUntilIdle(tab, path);
    const { painted, prerendered } = await tab.evaluate<PageRecord>(READ_RECORD);
    times.clicks.set(name, [...(times.clicks.get(name) ?? []), painted - released]);
    times.prerendered.count += Number(prerendered);
  }
  const here = await tab.evaluate<string>('location.search');
  const start = await tab.back();
  while ((await tab.evaluate<string>('location.search').catch(() => here)) === here) await setTimeout(50);
  await waitUntilIdle(tab);
  const { shown, drawn, persisted, reasons } = await tab.evaluate<PageRecord>(READ_RECORD);
  times.back.shown.push(shown - start);
  times.back.drawn.push(drawn - start);
  times.back.persisted += Number(persisted);
  if (!persisted) times.back.reasons.add(reasons);
}

function quantile(values: readonly number[], fraction: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * fraction) - 1] ?? NaN;
}

const medianAndP95 = (values: readonly number[]): string =>
  `median ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms`;

function report(passes: boolean, line: string): void {
  process.stdout.write(`${passes ? '✓' : '✗'} ${line}\n`);
  if (!passes) process.exitCode = 1;
}

async function measureWalks(tab: ChromiumTab, site: string, restMs: number): Promise<void> {
  const times: Times = {
    clicks: new Map(),
    prerendered: { count: 0 },
    back: { shown: [], drawn: [], persisted: 0, reasons: new Set() },
  };
  for (let number = 0; number < WALKS; number += 1) await walk(tab, site, number, restMs, times);
  const all = [...times.clicks.values()].flat();
  for (const [name, values] of times.clicks)
    process.stdout.write(`  ${name.padEnd(22)} ${medianAndP95(values)}\n`);
  report(
    quantile(all, 0.95) <= MAX_CLICK_MS,
    `rest ${restMs} ms, click ${HELD_MS} ms → largest contentful paint: ${medianAndP95(all)} (at most ${MAX_CLICK_MS} ms); ${times.prerendered.count} of ${all.length} pages were prerendered`,
  );
  const { shown, drawn, persisted, reasons } = times.back;
  report(
    persisted === WALKS && quantile(shown, 0.95) <= MAX_BACK_MS,
    `Back → page visible: ${medianAndP95(shown)} (at most ${MAX_BACK_MS} ms); its next frame: ${medianAndP95(drawn)}; ${persisted} of ${WALKS} from the back/forward cache ${[...reasons].join(' ')}`,
  );
}

/** Requests that the Explorer API has answered, except for those that an open page repeats: status and events. */
async function countRequests(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return text
    .split('\n')
    .filter(
      (line) =>
        /^cairn_http_requests_total{.*interface="explorer"/.test(line) && !/status"|events"/.test(line),
    )
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Prints the API requests per link that the pointer rests on, or crosses, without a click. */
async function reportUnopenedPages(tab: ChromiumTab, site: string, metrics: string): Promise<void> {
  const linksInView = `(() => {
    const links = [...document.querySelector('main tbody').querySelectorAll('a.c-strong')].slice(0, 6);
    links[3].scrollIntoView({ block: 'center', behavior: 'instant' });
    return links.map((link) => link.getBoundingClientRect())
      .map(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }));
  })()`;
  const movements: Record<string, (links: readonly { x: number; y: number }[]) => Promise<void>> = {
    'the pointer rests 400 ms on a link and leaves': async (links) => {
      for (const { x, y } of links) {
        await tab.movePointer(x, y, 4);
        await setTimeout(400);
      }
      await tab.movePointer(5, 500);
    },
    'the pointer passes over a link': async (links) => {
      const [first, last] = [links[0]!, links.at(-1)!];
      await tab.movePointer(first.x, first.y - 60);
      await tab.movePointer(last.x, last.y + 60, 12);
    },
  };
  for (const [name, move] of Object.entries(movements)) {
    await tab.goto(`${site}/`);
    await waitUntilIdle(tab, '/');
    const links = await tab.evaluate<{ x: number; y: number }[]>(linksInView);
    const before = await countRequests(metrics);
    await move(links);
    await setTimeout(2_000);
    const perLink = ((await countRequests(metrics)) - before) / links.length;
    process.stdout.write(
      `  ${name}: ${perLink.toFixed(1)} requests to the API for a page that is never opened\n`,
    );
  }
}

/** @throws Error without a whole Chromium: a headless shell neither prerenders pages nor has a back/forward cache */
function findWholeChromium(): string {
  const candidates = [process.env['CAIRN_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const found = candidates.find((path) => path && !path.includes('headless-shell') && existsSync(path));
  if (found === undefined)
    throw new Error('bench:pages needs a whole Chromium: set CAIRN_CHROMIUM to its path');
  return found;
}

const executablePath = findWholeChromium();
const metricsPort = await findFreePort();
const suite = await startSuite({ nodeFlags: ['--index', '--metrics-port', `${metricsPort}`] });
try {
  const address = DEVELOPMENT_ADDRESSES[4];
  await suite.devnet.mine({ blocks: 60, to: address });
  const tab = await ChromiumTab.open({ executablePath, slowdown: SLOWDOWN, recorder: RECORDER });
  try {
    const site = suite.addresses.website;
    await reportUnopenedPages(tab, site, `http://127.0.0.1:${metricsPort}/metrics`);
    await measureWalks(tab, site, 150);
    await measureWalks(tab, site, 500);
  } finally {
    await tab.close();
  }
} finally {
  await suite.close();
}
