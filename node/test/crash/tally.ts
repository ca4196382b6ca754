import type { Random } from '../random.ts';

/** What opening the stores repaired. */
export interface Recovery {
  readonly droppedTail: boolean;
  readonly rebuilt: boolean;
  /** True if it went on with an interrupted rebuild. */
  readonly resumed: boolean;
}

/** One run of the crash tests. */
export interface Campaign {
  readonly random: Random;
  readonly tally: Tally;
  /** A new folder; after a failure its files are kept. */
  readonly folder: string;
}

/** A store did not survive; the folder is kept for inspection. */
export class CrashFailure extends Error {
  override readonly name = 'CrashFailure';

  constructor(problem: string, folder: string, options?: ErrorOptions) {
    super(`${problem}\n  the files are in ${folder}`, options);
  }
}

/** Numbers of ends, and of recoveries that did something. */
class Count {
  ends = 0;
  droppedTails = 0;
  rebuilt = 0;
  resumed = 0;

  add({ droppedTail, rebuilt, resumed }: Recovery): void {
    this.ends += 1;
    this.droppedTails += Number(droppedTail);
    this.rebuilt += Number(rebuilt);
    this.resumed += Number(resumed);
  }
}

const HEAD = ['the process was', 'ends', 'tail dropped', 'rebuilt', 'resumed'];

/** Counts ends of processes: one counts only if the process ended at the intended place. */
export class Tally {
  readonly total = new Count();
  /** By kind and place. */
  readonly #counts = new Map<string, Map<string, Count>>();
  readonly #expected = new Set<string>();
  #missed = 0;
  #acknowledged = 0;
  #verified = 0;
  #interruptions = 0;

  /** Kinds with at least one end. */
  get kinds(): ReadonlySet<string> {
    return new Set(this.#counts.keys());
  }

  /** Announces a place at which at least one process has to end. */
  expect(kind: string, place: string): void {
    this.#expected.add(`${kind} · ${place}`);
  }

  count(kind: string, place: string, recovery: Recovery): void {
    this.#expected.delete(`${kind} · ${place}`);
    const places = this.#counts.get(kind) ?? new Map<string, Count>();
    this.#counts.set(kind, places);
    const count = places.get(place) ?? new Count();
    places.set(place, count);
    for (const each of [count, this.total]) each.add(recovery);
  }

  /** Counts an attempt whose process did not end at the intended place. */
  miss(): void {
    this.#missed += 1;
  }

  /** Counts operations and transactions that were acknowledged, and found afterwards. */
  acknowledge(count: number): void {
    this.#acknowledged += count;
  }

  noteVerified(): void {
    this.#verified += 1;
  }

  /** @param times how often one rebuild was interrupted */
  noteRebuild(times: number): void {
    this.#interruptions = Math.max(this.#interruptions, times);
  }

  /** Announced places at which no process ended. */
  findPlacesWithoutEnd(): string[] {
    return [...this.#expected].map((place) => `no process ended at: ${place}`);
  }

  /** Cases that a complete run must include and this one did not. */
  findMissing(): string[] {
    const { droppedTails, rebuilt, resumed } = this.total;
    return [
      ...this.findPlacesWithoutEnd(),
      ...(droppedTails === 0 ? ['no recovery dropped a tail'] : []),
      ...(rebuilt === 0 ? ['no recovery rebuilt the index'] : []),
      ...(resumed === 0 ? ['no recovery resumed a rebuild'] : []),
      ...(this.#verified === 0 ? ['nothing was verified'] : []),
    ];
  }

  /** A table of all ends by kind and place. */
  report(): string {
    const cells = ({ ends, droppedTails, rebuilt, resumed }: Count): string[] =>
      [ends, droppedTails, rebuilt, resumed].map((count) => (count === 0 ? '–' : String(count)));
    const rows = [...this.#counts].flatMap(([kind, places]) => [
      [kind, '', '', '', ''],
      ...[...places].map(([place, count]) => [`  ${place}`, ...cells(count)]),
    ]);
    rows.unshift(HEAD);
    rows.push(['in all', ...cells(this.total)]);
    const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
    const table = rows.map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  '),
    );
    return [
      ...table,
      `${this.#acknowledged} acknowledged operations and transactions were found afterwards`,
      `${this.#verified} directories were verified and rebuilt; one rebuild was interrupted up to ${this.#interruptions} times`,
      `${this.#missed} further attempts did not end at the intended place and do not count`,
    ].join('\n');
  }
}
