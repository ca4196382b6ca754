/**
 * `npm run bench:lists`: script time of a list of 100 rows on this machine, both when it hydrates the server's
 * rendering and when it is rendered in the browser, as on a static host. Exits with code 1 above 50 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { DEVELOPMENT_ADDRESSES, startSuite } from '@cairn/testkit';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';
import { createCommand } from '@cairn/suite/options';
import { exportStaticWebsite } from '@cairn/suite/checkout';
import { startStaticHost } from './static-host.ts';

createCommand(
  'npm run bench:lists --',
  'Script time of a list of 100 rows: hydrated, and rendered in the browser.',
).parse();

const ROWS = 100;
/** Limit for script in the task that renders the list. */
const MAX_MS = 50;
/** Visits per list; the one with the median longest task counts. An odd number. */
const RUNS = 7;

const LISTS = { blocks: `/blocks?size=${ROWS}`, transactions: `/transactions?size=${ROWS}` } as const;

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly url?: string } };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Script time of a page, in milliseconds. */
interface ScriptTime {
  /** In the task with the most script. A list is rendered in one task, so this bounds the rendering. */
  readonly longestTask: number;
  /** In all tasks together. */
  readonly all: number;
}

/** Trace events that count as script time: running and compiling. */
const SCRIPT = new Set([
  'EvaluateScript',
  'FunctionCall',
  'RunMicrotasks',
  'v8.callFunction',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
]);
const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);
const CATEGORIES = ['devtools.timeline', 'v8', 'toplevel'];

/** Script time of a page from navigation until a condition is met. @throws Error if the page is not in the trace */
async function scriptUntil(
  browser: Browser,
  page: Page,
  url: string,
  until: () => Promise<void>,
): Promise<ScriptTime> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(url);
  await until();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return scriptTimeOf(traceEvents, url);
}

/** Script time of the page's main thread: the trace also contains Chromium's own pages, which run more script. */
function scriptTimeOf(events: readonly TraceEvent[], url: string): ScriptTime {
  const start = events.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url === url);
  const main = events.find(
    ({ name, pid, args }) => name === 'thread_name' && args?.name === 'CrRendererMain' && pid === start?.pid,
  );
  if (main === undefined) throw new Error(`the page ${url} is not in the trace`);
  return scriptTimeOfThread(events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid));
}

function scriptTimeOfThread(events: readonly TraceEvent[]): ScriptTime {
  const spansOf = (names: ReadonlySet<string>) =>
    outermost(
      events
        .filter(({ name, ph, dur }) => ph === 'X' && dur !== undefined && names.has(name))
        .map(({ ts, dur = 0 }) => ({ start: ts, end: ts + dur })),
    );
  const scripts = spansOf(SCRIPT);
  const inside = ({ start, end }: Span) =>
    sum(scripts.filter((script) => script.start >= start && script.end <= end));
  return { longestTask: Math.max(0, ...spansOf(TASKS).map(inside)), all: sum(scripts) };
}

/** Spans that are not inside another one. Those of one thread are disjoint or nested. */
function outermost(spans: readonly Span[]): Span[] {
  let end = -Infinity;
  const found: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.start < end) continue;
    found.push(span);
    end = span.end;
  }
  return found;
}

const sum = (spans: readonly Span[]) => spans.reduce((all, { start, end }) => all + (end - start) / 1_000, 0);

/** One visit by a browser with an empty cache. */
async function visit(browser: Browser, url: string): Promise<ScriptTime> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const time = await scriptUntil(browser, page, url, async () => {
    await page.locator(`main tbody tr:nth-child(${ROWS}) a`).first().waitFor();
    await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
  });
  await context.close();
  return time;
}

async function medianVisit(browser: Browser, url: string): Promise<ScriptTime> {
  const times: ScriptTime[] = [];
  while (times.length < RUNS) times.push(await visit(browser, url));
  return times.toSorted((one, other) => one.longestTask - other.longestTask)[Math.floor(RUNS / 2)]!;
}

async function measure(browser: Browser, renderer: string, origin: string): Promise<boolean> {
  let allPass = true;
  for (const [name, path] of Object.entries(LISTS)) {
    const { longestTask, all } = await medianVisit(browser, origin + path);
    const passes = longestTask < MAX_MS;
    const figures = `${longestTask.toFixed(1)} ms in the task that renders it, ${all.toFixed(1)} ms on the whole page`;
    process.stdout.write(`${passes ? '✓' : '✗'} ${ROWS} ${name} ${renderer}: ${figures}\n`);
    allPass &&= passes;
  }
  return allPass;
}

const suite = await startSuite();
const files = mkdtempSync(join(tmpdir(), 'cairn-static-'));
try {
  const address = DEVELOPMENT_ADDRESSES[4];
  await suite.devnet.mine({ blocks: ROWS + 20, to: address });
  const { explorerApi: api, gateway: wallet } = suite.addresses;
  await exportStaticWebsite({ api, wallet }, files);
  const host = await startStaticHost(files);
  const { executablePath } = await provideChromium((line) => void process.stderr.write(`${line}\n`));
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGS],
    ...(executablePath ? { executablePath } : {}),
  });
  try {
    const served = await measure(browser, 'from the server', suite.addresses.website);
    const rendered = await measure(browser, 'in the browser', host.url);
    process.exitCode = served && rendered ? 0 : 1;
  } finally {
    await browser.close();
    await host.close();
  }
} finally {
  await suite.close();
  rmSync(files, { recursive: true });
}
