import type { LogFn, Logger, LoggerOptions } from 'pino';

/** Lines of one kind that are written within one window; what comes beyond them is counted. */
export const LINES_OF_A_KIND = 20;
/** Length of a window. */
export const WINDOW_MILLISECONDS = 10_000;
/** Kinds that are told apart at once: past them all others count as one kind. */
const MAXIMUM_KINDS = 500;
const ALL_OTHERS = '';

/** Lines that were held back, told as one. */
export interface HeldBack {
  readonly count: number;
  /** The last of them. */
  readonly line: string;
  /** Where it goes, as the newest of them would have. */
  readonly write: (fields: object, line: string) => void;
}

interface Kind {
  readonly since: number;
  written: number;
  heldBack: HeldBack | undefined;
}

/**
 * Keeps what repeats itself from filling a log: of lines that differ only in numbers, IDs and addresses, a few are
 * written in each window, the rest is counted. A flood of requests or peers costs a bounded number of lines.
 */
export class LineRates {
  readonly #clock: () => number;
  readonly #kinds = new Map<string, Kind>();

  /** @param clock milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns whether the line may be written; one that may not is counted and told by `takeDue` */
  admit(level: number, line: string, write: HeldBack['write']): boolean {
    const kind = this.#kindOf(`${level} ${kindOf(line)}`);
    if (kind.written < LINES_OF_A_KIND) {
      kind.written += 1;
      return true;
    }
    kind.heldBack = { count: (kind.heldBack?.count ?? 0) + 1, line, write };
    return false;
  }

  /** What was held back in the windows that are over; their kinds begin anew. */
  takeDue(): HeldBack[] {
    const due: HeldBack[] = [];
    for (const [key, { since, heldBack }] of this.#kinds) {
      if (this.#clock() - since < WINDOW_MILLISECONDS) continue;
      this.#kinds.delete(key);
      if (heldBack !== undefined) due.push(heldBack);
    }
    return due;
  }

  /** True while something is held back that `takeDue` has not told. */
  isHolding(): boolean {
    return this.#kinds.values().some(({ heldBack }) => heldBack !== undefined);
  }

  #kindOf(key: string): Kind {
    const known = this.#kinds.get(key);
    const now = this.#clock();
    // A window that is over and holds something back stays until that is told.
    if (known !== undefined && (known.heldBack !== undefined || now - known.since < WINDOW_MILLISECONDS)) {
      return known;
    }
    const isCrowded = known === undefined && key !== ALL_OTHERS && this.#kinds.size >= MAXIMUM_KINDS;
    if (isCrowded) return this.#kindOf(ALL_OTHERS);
    const kind = { since: now, written: 0, heldBack: undefined };
    this.#kinds.set(key, kind);
    return kind;
  }
}

/** Characters of a line that decide on its kind; the bound keeps the time that takes small. */
const TELLING_LENGTH = 200;

/** A line without what makes it single: words with a digit in them, and what stands in parentheses. */
export function kindOf(line: string): string {
  const start = line.slice(0, TELLING_LENGTH).replaceAll(/\([^()]*\)/g, '()');
  return start
    .split(' ')
    .map((word) => (/\d/.test(word) ? '#' : word))
    .join(' ');
}

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** A hook for pino that lets `rates` decide on each line, and tells what was held back once its window is over. */
export function limitRepetition(rates = new LineRates(() => performance.now())): Hook {
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    for (const { count, line, write } of rates.takeDue()) {
      const seconds = WINDOW_MILLISECONDS / 1_000;
      write({ repeated: count }, `${count} more lines like this one within ${seconds} s: ${line}`);
    }
    if (rates.isHolding()) schedule();
  };
  const schedule = (): void => {
    timer ??= setTimeout(tell, WINDOW_MILLISECONDS).unref();
  };
  return function limit(this: Logger, given: Parameters<LogFn>, method: LogFn, level: number): void {
    const write: HeldBack['write'] = (fields, line) => method.call(this, fields, line);
    if (rates.admit(level, lineOf(given), write)) method.apply(this, given);
    else schedule();
  };
}

/** The message of a call to the logger: a string, fields and a string, an error alone. */
function lineOf([first, second]: readonly unknown[]): string {
  if (typeof first === 'string') return first;
  if (typeof second === 'string') return second;
  return first instanceof Error ? first.message : '';
}
