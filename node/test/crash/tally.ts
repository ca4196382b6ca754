import type { Random } from '../random.ts';
import type { Recovery } from './survivor.ts';

/** One run of the crash tests. */
export interface Campaign {
  readonly random: Random;
  readonly tally: Tally;
  /** A new folder; after a failure its files are kept. */
  readonly folder: string;
}

/** A store did not survive a kill; the folder is kept for inspection. */
export class CrashFailure extends Error {
  override readonly name = 'CrashFailure';

  constructor(problem: string, folder: string, options?: ErrorOptions) {
    super(`${problem}\n  the files are in ${folder}`, options);
  }
}

/** Counts of a phase in which processes of one kind were killed. */
interface Count {
  readonly kind: string;
  readonly phase: string;
  kills: number;
  droppedTails: number;
  rebuilt: number;
  resumed: number;
}

/** Counts kills: one counts only if the process died at the intended place. */
export class Tally {
  readonly #counts = new Map<string, Count>();
  readonly #expected = new Set<string>();
  #missed = 0;
  #acknowledged = 0;
  #interruptions = 0;

  get counts(): readonly Count[] {
    return [...this.#counts.values()];
  }

  /** Attempts whose process did not die at the intended place. */
  get missed(): number {
    return this.#missed;
  }

  /** Number of acknowledged operations and transactions, all of which were found after the kills. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Maximum number of interruptions of a single rebuild. */
  get interruptions(): number {
    return this.#interruptions;
  }

  get total(): Readonly<Omit<Count, 'kind' | 'phase'>> {
    const total = { kills: 0, droppedTails: 0, rebuilt: 0, resumed: 0 };
    for (const count of this.#counts.values()) {
      total.kills += count.kills;
      total.droppedTails += count.droppedTails;
      total.rebuilt += count.rebuilt;
      total.resumed += count.resumed;
    }
    return total;
  }

  /** Announces a place at which at least one process has to die. */
  expect(kind: string, place: string): void {
    this.#expected.add(`${kind} · ${place}`);
  }

  /** @param phase what the process was doing when it died @param place the intended place */
  countKill(kind: string, place: string, phase: string, recovery: Omit<Recovery, 'milliseconds'>): void {
    this.#expected.delete(`${kind} · ${place}`);
    const key = `${kind} · ${phase}`;
    const count = this.#counts.get(key) ?? { kind, phase, kills: 0, droppedTails: 0, rebuilt: 0, resumed: 0 };
    this.#counts.set(key, count);
    count.kills += 1;
    count.droppedTails += Number(recovery.droppedTail);
    count.rebuilt += Number(recovery.rebuilt);
    count.resumed += Number(recovery.resumed);
  }

  acknowledge(count: number): void {
    this.#acknowledged += count;
  }

  interruptRebuild(times: number): void {
    this.#interruptions = Math.max(this.#interruptions, times);
  }

  miss(): void {
    this.#missed += 1;
  }

  /** Announced places at which no process died. */
  findPlacesWithoutKill(): string[] {
    return [...this.#expected].map((place) => `no kill at: ${place}`);
  }

  /** Cases that a complete run must include and this one did not. */
  findMissing(): string[] {
    const { droppedTails, rebuilt, resumed } = this.total;
    const never = this.findPlacesWithoutKill();
    if (droppedTails === 0) never.push('no recovery dropped a tail');
    if (rebuilt === 0) never.push('no recovery rebuilt the index');
    if (resumed === 0) never.push('no recovery resumed a rebuild');
    return never;
  }
}

const HEAD = ['killed', 'kills', 'tail dropped', 'rebuilt', 'resumed'];

/** A table of all kills by kind and phase, and of the recoveries. */
export function formatReport(tally: Tally): string {
  const { total, counts } = tally;
  const rows = [HEAD];
  for (const kind of new Set(counts.map((count) => count.kind))) {
    const phases = counts.filter((count) => count.kind === kind);
    rows.push([kind, '', '', '', '']);
    for (const count of phases.toSorted(byPhase)) rows.push([`  ${count.phase}`, ...numbers(count)]);
  }
  rows.push(['in all', ...numbers(total)]);
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const format = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!);
  const lines = rows.map((row) => row.map(format).join('  ').trimEnd());
  const rule = '─'.repeat(lines[0]!.length);
  return [lines[0], rule, ...lines.slice(1, -1), rule, lines.at(-1), ...notes(tally)].join('\n');
}

function notes({ acknowledged, interruptions, missed }: Tally): string[] {
  return [
    `${acknowledged} acknowledged operations and transactions were found after the kills`,
    `one rebuild was interrupted up to ${interruptions} times before it finished`,
    `${missed} further attempts did not die at the intended place and do not count`,
  ];
}

function byPhase(one: Count, other: Count): number {
  return one.phase < other.phase ? -1 : 1;
}

function numbers({ kills, droppedTails, rebuilt, resumed }: Omit<Count, 'kind' | 'phase'>): string[] {
  return [kills, droppedTails, rebuilt, resumed].map((count) => (count === 0 ? '–' : String(count)));
}
