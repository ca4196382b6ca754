/** What all benchmarks share: options, temporary folders, medians, ceilings and aims, and one table as output. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommand, onlyOption, wholeNumber } from '@cairn/suite/options';
import { BENCHES } from './benches.ts';

/** What is measured: a line of the table. */
export interface Target {
  readonly name: string;
  readonly unit: '/s' | 'ms' | 'B' | 'points' | '';
  /** What the best of this machine is, such as `bare COPY`. */
  readonly ceiling?: string;
  /** The share of the ceiling to reach. */
  readonly minShare?: number;
  readonly min?: number;
  readonly max?: number;
  /** For the resident set of the process, in MiB. */
  readonly maxMiB?: number;
  /** Which of the sorted samples counts: 0.5, the median, by default. */
  readonly quantile?: number;
}

/** One measurement. */
export interface Sample {
  /** In the target's unit. */
  readonly value: number;
  /** The best that this machine does, in the same unit, measured right before or after. */
  readonly ceiling?: number;
  /** Largest resident set of the process, in MiB. */
  readonly peakMiB?: number;
  /** 99th percentile of the latencies, in milliseconds. */
  readonly p99?: number;
}

/** The result for a target. */
export interface Row extends Target {
  readonly value: number;
  /** Value by ceiling: the median, the smallest, the largest. */
  readonly share?: readonly [number, number, number];
  /** The medians; of memory the largest. */
  readonly ceilingValue?: number;
  readonly p99?: number;
  readonly peakMiB?: number;
  /** Whether every aim is met; absent if there is none. */
  readonly met?: boolean;
}

/** The sample at a quantile; of two in the middle the lower. */
function quantileOf(values: readonly number[], quantile = 0.5): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * quantile) - 1)]!;
}

/** The median; of two in the middle the lower. @param values at least one */
export const median = (values: readonly number[]): number => quantileOf(values);

function rowOf(target: Target, samples: readonly Sample[]): Row {
  const all = (field: keyof Sample): number[] => samples.flatMap((one) => one[field] ?? []);
  const value = quantileOf(all('value'), target.quantile);
  const shares = samples.flatMap((one) => (one.ceiling === undefined ? [] : one.value / one.ceiling));
  const peakMiB = Math.max(...all('peakMiB'));
  const { minShare, min, max, maxMiB } = target;
  const checks = [
    minShare !== undefined && { met: median(shares) >= minShare },
    min !== undefined && { met: value >= min },
    max !== undefined && { met: value <= max },
    maxMiB !== undefined && { met: peakMiB <= maxMiB },
  ].filter((check) => check !== false);
  return {
    ...target,
    value,
    ...(shares.length > 0 && {
      share: [median(shares), Math.min(...shares), Math.max(...shares)] as const,
      ceilingValue: median(all('ceiling')),
    }),
    ...(all('p99').length > 0 && { p99: median(all('p99')) }),
    ...(peakMiB > 0 && { peakMiB }),
    ...(checks.length > 0 && { met: checks.every(({ met }) => met) }),
  };
}

function format(value: number | undefined, unit: string): string {
  if (value === undefined) return '';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', { maximumFractionDigits: digits });
  return unit === '/s' ? `${number}/s` : `${number} ${unit}`.trimEnd();
}

/** A row as `console.table` prints it. */
function lineOf({ name, unit, value, share, ceiling, ceilingValue, p99, peakMiB, met, ...aims }: Row) {
  const [middle, low, high] = (share ?? []).map((one) => one.toFixed(2));
  const { minShare, min, max, maxMiB } = aims;
  const limits = [
    minShare !== undefined && `≥ ${minShare} ×`,
    min !== undefined && `≥ ${format(min, unit)}`,
    max !== undefined && `≤ ${format(max, unit)}`,
    maxMiB !== undefined && `≤ ${maxMiB} MiB`,
  ];
  return {
    measured: name,
    value: format(value, unit),
    ceiling: share ? `${middle} (${low}–${high}) × ${ceiling}, ${format(ceilingValue, unit)}` : '',
    aim: limits.filter((limit) => limit !== false).join(', '),
    met: met === undefined ? '' : met ? 'yes' : 'MISSED',
    p99: format(p99, 'ms'),
    peak: format(peakMiB, 'MiB'),
  };
}

/** The numbers of a benchmark's command line: the default of each, and what it is. */
type Numbers = Readonly<Record<string, readonly [initial: number, text: string]>>;

/** A running benchmark. */
export interface Bench<Part extends string = string, Name extends string = string> {
  readonly numbers: Readonly<Record<Name | 'runs', number>>;
  /** False for a part that `--only` leaves out. */
  readonly wants: (part: Part) => boolean;
  /** Makes a temporary folder, which goes at the end. */
  readonly folder: () => string;
  /** Calls this at the end, whatever happens; the newest first. */
  readonly onEnd: (close: () => unknown) => void;
  /** Ends the process with one line and exit code 2. */
  readonly refuse: (reason: string) => never;
  /** Adds a line of the table. */
  readonly report: (target: Target, samples: readonly Sample[]) => Row;
  /** Measures as often as `--runs` says. @param once returns a sample for each target */
  readonly measure: (
    targets: readonly Target[],
    once: (run: number) => Promise<readonly Sample[]>,
  ) => Promise<Row[]>;
}

/**
 * Runs the benchmark of this process's command line, and prints its table: to standard output, progress to standard error. Exit
 * code 1 if an aim is missed.
 * @param runs how often each thing is measured by default
 * @param parts the names for `--only`
 */
export async function runBench<Part extends string, N extends Numbers>(
  name: keyof typeof BENCHES,
  { runs, parts, numbers }: { readonly runs: number; readonly parts: readonly Part[]; readonly numbers: N },
  body: (bench: Bench<Part, keyof N & string>) => Promise<void>,
): Promise<void> {
  const command = createCommand(`npm run bench -- ${name}`, BENCHES[name])
    .addOption(onlyOption(parts))
    .option('--runs <count>', 'how often each thing is measured; the median counts', wholeNumber(), runs)
    .option('--json', 'print the table as JSON');
  for (const [number, [initial, text]] of Object.entries(numbers))
    command.option(`--${number} <count>`, text, wholeNumber(), initial);
  const { only, json, ...given } = command.parse().opts<{ only: ReadonlySet<string>; json?: true }>();

  const rows: Row[] = [];
  await using ends = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void ends.disposeAsync().finally(() => process.exit(130)));
  const bench: Bench<Part, keyof N & string> = {
    numbers: given as Record<keyof N | 'runs', number>,
    wants: (part) => only.has(part),
    folder() {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
      ends.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
      return folder;
    },
    onEnd: (close) => ends.defer(async () => void (await close())),
    refuse: (reason) => command.error(`error: ${reason}`),
    report(target, samples) {
      const row = rowOf(target, samples);
      rows.push(row);
      console.error(`… ${row.name}: ${format(row.value, row.unit)}`);
      return row;
    },
    async measure(targets, once) {
      const samples: (readonly Sample[])[] = [];
      while (samples.length < bench.numbers.runs) samples.push(await once(samples.length));
      return targets.map((target, index) =>
        bench.report(
          target,
          samples.map((run) => run[index]!),
        ),
      );
    },
  };
  await body(bench);
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} threads, Node ${process.version}`;
  if (json) console.log(JSON.stringify({ machine, numbers: bench.numbers, rows }));
  else {
    console.log(machine);
    console.table(rows.map(lineOf));
  }
  process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
}
