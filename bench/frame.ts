/** What all benchmarks share: options, temporary folders, medians, and one table as output. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCommand, onlyOption, wholeNumber } from '@cairn/suite/options';
import { BENCHES } from './benches.ts';

/** What is measured: a line of the table. */
export interface Target {
  readonly name: string;
  readonly unit: '/s' | 'ms' | 'B' | 'KB' | 'points' | '';
  /** What the best of this machine is, such as `bare LevelDB`. */
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
export interface Row {
  readonly name: string;
  readonly unit: Target['unit'];
  readonly value: number;
  readonly ceiling?: { readonly name: string; readonly value: number };
  /** Value by ceiling: the median, the smallest, the largest. */
  readonly share?: readonly [number, number, number];
  /** The median. */
  readonly p99?: number;
  /** The largest. */
  readonly peakMiB?: number;
  readonly aim: string;
  /** Whether every aim is met; absent if there is none. */
  readonly met?: boolean;
}

/** The sample at a quantile; of two in the middle the lower. @param values at least one */
function quantileOf(values: readonly number[], quantile = 0.5): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * quantile) - 1)]!;
}

/** The median; of two in the middle the lower. @param values at least one */
export const median = (values: readonly number[]): number => quantileOf(values);

function rowOf(target: Target, samples: readonly Sample[]): Row {
  const { name, unit, ceiling, minShare, min, max, maxMiB, quantile } = target;
  const all = (field: keyof Sample): number[] => samples.flatMap((one) => one[field] ?? []);
  const value = quantileOf(all('value'), quantile);
  const shares = samples.flatMap((one) => (one.ceiling === undefined ? [] : one.value / one.ceiling));
  const peakMiB = Math.max(...all('peakMiB'));
  const checks = [
    minShare !== undefined && ([`≥ ${minShare} ×`, median(shares) >= minShare] as const),
    min !== undefined && ([`≥ ${format(min, unit)}`, value >= min] as const),
    max !== undefined && ([`≤ ${format(max, unit)}`, value <= max] as const),
    maxMiB !== undefined && ([`≤ ${maxMiB} MiB`, peakMiB <= maxMiB] as const),
  ].filter((check) => check !== false);
  return {
    name,
    unit,
    value,
    ...(ceiling !== undefined && {
      ceiling: { name: ceiling, value: median(all('ceiling')) },
      share: [median(shares), Math.min(...shares), Math.max(...shares)] as const,
    }),
    ...(all('p99').length > 0 && { p99: median(all('p99')) }),
    ...(all('peakMiB').length > 0 && { peakMiB }),
    aim: checks.map(([text]) => text).join(', '),
    ...(checks.length > 0 && { met: checks.every(([, isMet]) => isMet) }),
  };
}

function format(value: number, unit: string): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', { maximumFractionDigits: digits });
  return unit === '/s' ? `${number}/s` : `${number} ${unit}`.trimEnd();
}

function cellsOf({ name, unit, value, ceiling, share, p99, peakMiB, aim, met }: Row): string[] {
  const [middle, low, high] = (share ?? []).map((one) => one.toFixed(2));
  return [
    name,
    format(value, unit),
    ceiling ? `${middle} (${low}–${high}) × ${ceiling.name}, ${format(ceiling.value, unit)}` : '',
    aim,
    met === undefined ? '' : met ? 'met' : 'MISSED',
    p99 === undefined ? '' : `p99 ${format(p99, 'ms')}`,
    peakMiB === undefined ? '' : `peak ${format(peakMiB, 'MiB')}`,
  ];
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(cellsOf);
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length))) ?? [];
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
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
  const command = createCommand(`npm run bench -- ${name}`, BENCHES[name].about)
    .addOption(onlyOption(parts))
    .option('--runs <count>', 'how often each thing is measured; the median counts', wholeNumber(), runs)
    .option('--json', 'print the table as JSON');
  for (const [number, [initial, text]] of Object.entries(numbers))
    command.option(`--${number} <count>`, text, wholeNumber(), initial);
  const { only, json, ...given } = command.parse().opts<{ only: ReadonlySet<string>; json?: true }>();

  const rows: Row[] = [];
  const closers: (() => unknown)[] = [];
  const folders: string[] = [];
  process.once('exit', () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const end = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void end().finally(() => process.exit(130)));
  const bench: Bench<Part, keyof N & string> = {
    numbers: given as Record<keyof N | 'runs', number>,
    wants: (part) => only.has(part),
    folder() {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
      folders.push(folder);
      return folder;
    },
    onEnd: (close) => void closers.push(close),
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
  try {
    await body(bench);
  } finally {
    await end();
  }
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} threads, Node ${process.version}`;
  console.log(
    json ? JSON.stringify({ machine, numbers: bench.numbers, rows }) : `${machine}\n\n${tableOf(rows)}`,
  );
  process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
}
