/**
 * `npm run bench:pages`: time from a click on a link to the largest contentful paint of the next page, time of Back, and
 * the number of API requests for pages that are never opened. It uses a whole Chromium, and a pointer that moves as a
 * person does, rests on a link and holds the button for 100 ms: once with a rest of 150 ms and once with 500 ms. Exits with
 * code 1 above a limit. `-- WALKS SLOWDOWN` (10 and 1): with a slowdown of 4 the pages' main threads run at a quarter of
 * their speed, and the times have no limits (docs/decisions/0013-prepared-pages.md).
 */
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { DEVELOPMENT_ADDRESSES, startSuite } from '@cairn/testkit';
import { findFreePort } from '../scripts/lib/port-probe.ts';
import { ChromiumTab } from './chromium-tab.ts';

/** How many times slower the pages run. */
const SLOWDOWN = Number(process.argv[3] ?? 1);
/** Number of walks for each rest. */
const WALKS = Number(process.argv[2] ?? 10);
const HELD_MS = 100;
/** Longest wait for a page to become idle. */
const SETTLED_MS = 30_000;
/** Limits for 19 of 20 clicks at full speed. */
const MOST_PRESS_MS = SLOWDOWN === 1 ? 100 : Number.POSITIVE_INFINITY;
const MOST_BACK_MS = SLOWDOWN === 1 ? 30 : Number.POSITIVE_INFINITY;

/** The links of each walk, which Back follows. Each walk begins at another block of the home page. */
const WAYS: readonly [name: string, link: (walk: number) => string][] = [
  ['home → block', (walk) => `main tbody tr:nth-child(${1 + (walk % 6)}) .height-link`],
  ['block → transaction', () => 'main tbody a[href*="/transactions/"]'],
  ['transaction → address', () => 'main a[href*="/addresses/"]'],
  ['address → its history', () => 'main a[rel=next]'],
];

/** Runs in each document: records its largest contentful paint and when it was shown, in Unix milliseconds. */
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

interface Seen {
  readonly painted: number;
  readonly shown: number;
  readonly drawn: number;
  /** Restored from the back/forward cache. */
  readonly persisted: boolean;
  /** True if the page was already prerendered when its link was clicked. */
  readonly prerendered: boolean;
  /** Reasons why the page was not in the back/forward cache, as JSON. */
  readonly reasons: string;
}

const SEEN = `(() => {
  const { activationStart = 0, notRestoredReasons = null } = performance.getEntriesByType('navigation')[0];
  return { ...cairnBench, prerendered: activationStart > 0, reasons: JSON.stringify(notRestoredReasons) };
})()`;

/** Waits until another page is visible and idle. */
async function settled(tab: ChromiumTab, path?: string): Promise<void> {
  const isSettled = `cairnBench.drawn > 0 && document.readyState === 'complete' &&
    !document.querySelector('astro-island[ssr], main [aria-busy=true]') &&
    location.pathname + location.search === ${path === undefined ? 'location.pathname + location.search' : JSON.stringify(path)}`;
  const deadline = Date.now() + SETTLED_MS;
  while (!(await tab.evaluate<boolean>(isSettled).catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${path ?? 'the previous page'} did not become idle`);
    await setTimeout(100);
  }
  await setTimeout(500);
}

/** Scrolls to a link and moves the pointer onto it. @returns the link's target */
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
  readonly presses: Map<string, number[]>;
  readonly prerendered: { count: number };
  /** From Back until the page is visible, and until it has drawn a frame. */
  readonly back: { shown: number[]; drawn: number[]; persisted: number; reasons: Set<string> };
}

async function walk(tab: ChromiumTab, site: string, number: number, restMs: number, times: Times) {
  await tab.goto(`${site}/`);
  await settled(tab, '/');
  for (const [name, link] of WAYS) {
    const path = await pointAt(tab, link(number));
    await setTimeout(restMs);
    const released = await tab.press(HELD_MS);
    await settled(tab, path);
    const { painted, prerendered } = await tab.evaluate<Seen>(SEEN);
    times.presses.set(name, [...(times.presses.get(name) ?? []), painted - released]);
    times.prerendered.count += Number(prerendered);
  }
  const here = await tab.evaluate<string>('location.search');
  const start = await tab.back();
  while ((await tab.evaluate<string>('location.search').catch(() => here)) === here) await setTimeout(50);
  await settled(tab);
  const { shown, drawn, persisted, reasons } = await tab.evaluate<Seen>(SEEN);
  times.back.shown.push(shown - start);
  times.back.drawn.push(drawn - start);
  times.back.persisted += Number(persisted);
  if (!persisted) times.back.reasons.add(reasons);
}

/** A quantile of the values. */
function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? NaN;
}

const range = (values: readonly number[]): string =>
  `median ${quantile(values, 0.5).toFixed(0)} ms, p95 ${quantile(values, 0.95).toFixed(0)} ms`;

function report(passes: boolean, line: string): void {
  process.stdout.write(`${passes ? '✓' : '✗'} ${line}\n`);
  if (!passes) process.exitCode = 1;
}

async function measureWalks(tab: ChromiumTab, site: string, restMs: number): Promise<void> {
  const times: Times = {
    presses: new Map(),
    prerendered: { count: 0 },
    back: { shown: [], drawn: [], persisted: 0, reasons: new Set() },
  };
  for (let number = 0; number < WALKS; number += 1) await walk(tab, site, number, restMs, times);
  const all = [...times.presses.values()].flat();
  for (const [name, values] of times.presses) process.stdout.write(`  ${name.padEnd(22)} ${range(values)}\n`);
  report(
    quantile(all, 0.95) <= MOST_PRESS_MS,
    `rest ${restMs} ms, press ${HELD_MS} ms → largest contentful paint: ${range(all)} (at most ${MOST_PRESS_MS} ms); ${times.prerendered.count} of ${all.length} pages were prerendered`,
  );
  const { shown, drawn, persisted, reasons } = times.back;
  report(
    persisted === WALKS && quantile(shown, 0.95) <= MOST_BACK_MS,
    `Back → page visible: ${range(shown)} (at most ${MOST_BACK_MS} ms); its next frame: ${range(drawn)}; ${persisted} of ${WALKS} from the back/forward cache ${[...reasons].join(' ')}`,
  );
}

/** Requests that the Explorer API has answered, except for the status, which an open page polls every few seconds. */
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

/** Rests the pointer on links without clicking, then moves it across them. */
async function tellRequests(tab: ChromiumTab, site: string, metrics: string): Promise<void> {
  const rows = [1, 2, 3, 4, 5, 6];
  const rested = async (row: number, restMs: number, steps: number): Promise<void> => {
    const selector = `main tbody tr:nth-child(${row}) .height-link`;
    const { x, y } = await tab.evaluate<{ x: number; y: number }>(
      `(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
    );
    await tab.movePointer(x, y, steps);
    await setTimeout(restMs);
  };
  await tab.goto(`${site}/`);
  await settled(tab, '/');
  for (const [words, restMs] of [
    ['the pointer rests 400 ms on a link and leaves', 400],
    ['the pointer passes over a link', 0],
  ] as const) {
    const before = await countRequests(metrics);
    for (const row of rows) await rested(row, restMs, 4);
    await tab.movePointer(5, 500);
    await setTimeout(2_000);
    const each = ((await countRequests(metrics)) - before) / rows.length;
    process.stdout.write(
      `  ${words}: ${each.toFixed(1)} requests to the API for a page that is never opened\n`,
    );
    await tab.goto(`${site}/`);
    await settled(tab, '/');
  }
}

/** @throws Error if there is only a headless shell, which neither prerenders pages nor caches them for Back */
function wholeChromium(): string {
  const places = [process.env['CAIRN_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'];
  const found = places.find((path) => path && !path.includes('headless-shell') && existsSync(path));
  if (found === undefined)
    throw new Error('bench:pages needs a whole Chromium: set CAIRN_CHROMIUM to its path');
  return found;
}

const executablePath = wholeChromium();
const metricsPort = await findFreePort();
const suite = await startSuite({ nodeFlags: ['--index', '--metrics-port', `${metricsPort}`] });
try {
  const address = DEVELOPMENT_ADDRESSES[4];
  await suite.devnet.mine({ blocks: 60, to: address });
  const tab = await ChromiumTab.open({ executablePath, slowdown: SLOWDOWN, recorder: RECORDER });
  try {
    const site = suite.addresses.website;
    await tellRequests(tab, site, `http://127.0.0.1:${metricsPort}/metrics`);
    await measureWalks(tab, site, 150);
    await measureWalks(tab, site, 500);
  } finally {
    await tab.close();
  }
} finally {
  await suite.close();
}
