/**
 * `npm run lighthouse`: Lighthouse's scores of six pages of the website with a real node, on the phone that
 * Lighthouse emulates by default.
 * Exits with code 1 if a category scores below 95 or a page's layout shifts by more than 0.02.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DEVELOPMENT_ADDRESSES, startSuite, type Suite } from '@cairn/testkit';
import { CHROMIUM_ARGS, provideChromium } from '../scripts/lib/chromium.ts';
import { createCommand } from '@cairn/suite/options';

createCommand(
  'npm run lighthouse --',
  "Lighthouse's scores of six pages of the website with a real node.",
).parse();

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const MIN_SCORE = 95;
const MAX_LAYOUT_SHIFT = 0.02;
const GENESIS_TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';

/** npm downloads this package on demand, because it is larger than all other test dependencies together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** The parts of a Lighthouse result that are used here. */
interface Lhr {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
}

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
  readonly explanation?: string;
  readonly numericValue?: number;
}

interface Result {
  /** 0 to 100 by category. */
  readonly scores: Readonly<Record<string, number>>;
  readonly layoutShift: number;
  /** Audits that cost points, with their messages. */
  readonly problems: readonly string[];
}

/** Attempts per run: Lighthouse sometimes fails to record a trace. */
const MAX_ATTEMPTS = 3;
/** Runs per page; the one with the median performance score counts. An odd number. */
const RUNS = 3;

/**
 * Runs Lighthouse on a page, at most three times if it fails to record a trace.
 * @param chromium path of the browser; without it Lighthouse looks for one itself
 */
async function run(url: string, chromium: string | undefined, attempt = 1): Promise<Lhr> {
  const flags = [`--only-categories=${CATEGORIES.join(',')}`, '--output=json', '--quiet'];
  const chromeFlags = `--chrome-flags=${['--headless=new', ...CHROMIUM_ARGS].join(' ')}`;
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...flags, chromeFlags], {
    env: { ...process.env, ...(chromium ? { CHROME_PATH: chromium } : {}) },
    maxBuffer: 64 * 1024 * 1024,
  });
  const lhr = JSON.parse(stdout) as Lhr;
  if (lhr.runtimeError === undefined) return lhr;
  if (attempt === MAX_ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  return run(url, chromium, attempt + 1);
}

const performanceOf = ({ categories }: Lhr): number => categories['performance']?.score ?? 0;

/** The median of several runs: other load on the machine changes the score of a single run by ten points. */
async function medianRun(url: string, chromium: string | undefined): Promise<Lhr> {
  const runs: Lhr[] = [];
  while (runs.length < RUNS) runs.push(await run(url, chromium));
  return runs.toSorted((one, other) => performanceOf(one) - performanceOf(other))[Math.floor(RUNS / 2)]!;
}

async function audit(url: string, chromium: string | undefined): Promise<Result> {
  const { categories, audits } = await medianRun(url, chromium);
  const scores = Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
  );
  const weightedAudits = new Set(
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  );
  const problems = Object.values(audits)
    .filter(({ id, score }) => weightedAudits.has(id) && score !== null && score < 0.9)
    .map(({ title, displayValue, explanation }) =>
      [title, displayValue, explanation].filter(Boolean).join(': '),
    );
  return { scores, layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Infinity, problems };
}

const passes = ({ scores, layoutShift }: Result): boolean =>
  CATEGORIES.every((name) => (scores[name] ?? 0) >= MIN_SCORE) && layoutShift <= MAX_LAYOUT_SHIFT;

function print(name: string, result: Result): void {
  const scores = CATEGORIES.map((category) => `${category} ${result.scores[category]}`).join(', ');
  const line = `${name.padEnd(12)} ${scores}, layout shift ${result.layoutShift.toFixed(3)}`;
  process.stdout.write(`${passes(result) ? '✓' : '✗'} ${line}\n`);
  for (const problem of result.problems) process.stdout.write(`    ${problem}\n`);
}

async function auditAll(suite: Suite, chromium: string | undefined): Promise<boolean> {
  const account = DEVELOPMENT_ADDRESSES[1];
  const pages = {
    home: '/',
    block: '/blocks/0',
    transaction: `/transactions/${GENESIS_TRANSFER}`,
    address: `/addresses/${account}`,
    statistics: '/statistics',
    verify: '/verify',
  };
  let allPass = true;
  for (const [name, path] of Object.entries(pages)) {
    const result = await audit(suite.addresses.website + path, chromium);
    print(name, result);
    allPass &&= passes(result);
  }
  return allPass;
}

const suite = await startSuite();
try {
  const address = DEVELOPMENT_ADDRESSES[4];
  await suite.devnet.mine({ blocks: 20, to: address });
  const { executablePath } = await provideChromium((line) => void process.stderr.write(`${line}\n`));
  process.exitCode = (await auditAll(suite, executablePath)) ? 0 : 1;
} finally {
  await suite.close();
}
