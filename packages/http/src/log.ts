import {
  pino,
  stdTimeFunctions,
  type DestinationStream,
  type LogFn,
  type Logger,
  type LoggerOptions,
} from 'pino';
import { build as prettyStream } from 'pino-pretty';

export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How a process logs. */
export interface LogConfig {
  readonly format: LogFormat;
  readonly level: LogLevel;
}

/**
 * Creates the process's logger. `json` writes an object a line, with all fields, the level as a word and the time in UTC.
 * `pretty` writes a line an event, with time, level and message; warnings and errors add their fields and causes, and level
 * `debug` shows everything, including stacks. Both write synchronously, so that the last line before an exit is not lost.
 * Repeated lines are limited (`LineRates`) except at level `debug`.
 * @param fileDescriptor 1 for standard output, 2 for standard error
 */
export function createLogger(config: LogConfig, fileDescriptor: 1 | 2 = 1): Logger {
  const options: LoggerOptions = {
    level: config.level,
    base: null,
    ...(config.level !== 'debug' && { hooks: { logMethod: limitRepetition() } }),
    ...(config.format === 'json' && JSON_FORM),
  };
  return pino(options, destination(config, fileDescriptor));
}

const JSON_FORM: LoggerOptions = {
  formatters: { level: (label) => ({ level: label }) },
  timestamp: stdTimeFunctions.isoTime,
};

function destination(config: LogConfig, fileDescriptor: 1 | 2): DestinationStream {
  if (config.format === 'json') return pino.destination({ fd: fileDescriptor, sync: true });
  const isTerminal = (fileDescriptor === 1 ? process.stdout : process.stderr).isTTY;
  return prettyStream({
    destination: fileDescriptor,
    sync: true,
    colorize: isTerminal,
    translateTime: 'SYS:HH:MM:ss',
    ...(config.level === 'debug'
      ? {}
      : { hideObject: true, messageFormat: describeEvent, errorLikeObjectKeys: [] }),
  });
}

const WARN = 40;
const ALWAYS_SHOWN = new Set(['level', 'time', 'msg']);

/** The message; for warnings and errors followed by the event's fields, in which an error is shown as its message. */
function describeEvent(event: Record<string, unknown>, messageKey: string): string {
  const message = describeField(event[messageKey] ?? '');
  if (typeof event['level'] === 'number' && event['level'] < WARN) return message;
  const fields = Object.entries(event)
    .filter(([key]) => !ALWAYS_SHOWN.has(key))
    .map(([key, value]) => `${key}: ${describeField(value)}`)
    .filter((field) => !message.includes(field.slice(field.indexOf(': ') + 2)));
  return fields.length === 0 ? message : `${message} (${fields.join(', ')})`;
}

function describeField(value: unknown): string {
  const isError = typeof value === 'object' && value !== null && 'message' in value;
  const text = isError ? String(value.message) : value;
  return (typeof text === 'string' ? text : JSON.stringify(text)).replaceAll(/\s*\n\s*/g, ' ');
}

/** Most lines of a kind that are written within a window; further ones are only counted. */
export const LINES_OF_A_KIND = 20;
/** Length of a window. */
export const WINDOW_MILLISECONDS = 10_000;
/** Most kinds that are tracked at once; all others count as one kind. */
const MAXIMUM_KINDS = 500;
const ALL_OTHERS = '';

/** Suppressed lines, reported as one. */
export interface HeldBack {
  readonly count: number;
  /** The last of them. */
  readonly line: string;
  /** Writes a line with the level and logger of the newest one. */
  readonly write: (fields: object, line: string) => void;
}

interface Kind {
  readonly since: number;
  written: number;
  heldBack: HeldBack | undefined;
}

/**
 * Keeps repetition from filling a log. Of lines that differ only in numbers, IDs and addresses, a few are written in each
 * window, and the rest are counted: a flood of requests or peers causes a bounded number of lines.
 */
export class LineRates {
  readonly #clock: () => number;
  readonly #kinds = new Map<string, Kind>();

  /** @param clock milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns true if the line may be written; otherwise it is counted, and reported by `takeDue` */
  admit(level: number, line: string, write: HeldBack['write']): boolean {
    const kind = this.#kindOf(`${level} ${kindOf(line)}`);
    if (kind.written < LINES_OF_A_KIND) {
      kind.written += 1;
      return true;
    }
    kind.heldBack = { count: (kind.heldBack?.count ?? 0) + 1, line, write };
    return false;
  }

  /** Returns the suppressed lines of all windows that are over, and resets their kinds. */
  takeDue(): HeldBack[] {
    const due: HeldBack[] = [];
    for (const [key, { since, heldBack }] of this.#kinds) {
      if (this.#clock() - since < WINDOW_MILLISECONDS) continue;
      this.#kinds.delete(key);
      if (heldBack !== undefined) due.push(heldBack);
    }
    return due;
  }

  /** True while suppressed lines are not reported yet. */
  isHolding(): boolean {
    return this.#kinds.values().some(({ heldBack }) => heldBack !== undefined);
  }

  #kindOf(key: string): Kind {
    const known = this.#kinds.get(key);
    const now = this.#clock();
    // A window that is over stays until its suppressed lines are reported.
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

/** Only this many leading characters of a line decide its kind, to bound the time. */
const TELLING_LENGTH = 200;

/** The line without words that contain a digit, and without text in parentheses. */
export function kindOf(line: string): string {
  const start = line.slice(0, TELLING_LENGTH).replaceAll(/\([^()]*\)/g, '()');
  return start
    .split(' ')
    .map((word) => (/\d/.test(word) ? '#' : word))
    .join(' ');
}

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** A pino hook that applies `rates` to each line, and reports suppressed lines when their window is over. */
export function limitRepetition(rates = new LineRates(() => performance.now())): Hook {
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    for (const { count, line, write } of rates.takeDue()) {
      const seconds = WINDOW_MILLISECONDS / 1_000;
      write({ repeated: count }, `${count} more lines like this one within ${seconds} s: ${line}`);
    }
    if (rates.isHolding()) schedule();
  };
  const schedule = (): void => {
    timer ??= setTimeout(report, WINDOW_MILLISECONDS).unref();
  };
  return function limit(this: Logger, given: Parameters<LogFn>, method: LogFn, level: number): void {
    const write: HeldBack['write'] = (fields, line) => method.call(this, fields, line);
    if (rates.admit(level, lineOf(given), write)) method.apply(this, given);
    else schedule();
  };
}

/** The message of a call to the logger, whose arguments are a string, fields and a string, or an error. */
function lineOf([first, second]: readonly unknown[]): string {
  if (typeof first === 'string') return first;
  if (typeof second === 'string') return second;
  return first instanceof Error ? first.message : '';
}
