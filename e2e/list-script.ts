import type { Browser, Page } from '@playwright/test';

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

/** Script that a page ran, in milliseconds. */
export interface ScriptTime {
  /** Of the task with the most script. A list is rendered in one task, so rendering took no longer. */
  readonly longestTask: number;
  /** Of all tasks together. */
  readonly all: number;
}

/** Trace events that count as script: run or compile. */
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

/** Script that a page runs from navigation until a condition holds. @throws Error where the trace holds no page */
export async function scriptUntil(
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

/** Script of a page's main thread. Chromium has pages of its own beside it, with more script. */
function scriptTimeOf(events: readonly TraceEvent[], url: string): ScriptTime {
  const start = events.find(({ name, args }) => name === 'CommitLoad' && args?.data?.url === url);
  const main = events.find(
    ({ name, pid, args }) => name === 'thread_name' && args?.name === 'CrRendererMain' && pid === start?.pid,
  );
  if (main === undefined) throw new Error(`the trace holds no page ${url}`);
  return ofThread(events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid));
}

function ofThread(events: readonly TraceEvent[]): ScriptTime {
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

/** Spans that are in no other one. Spans of one thread are apart, or one is in the other. */
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
