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

/** Log settings of a process. */
export interface LogConfig {
  readonly format: LogFormat;
  readonly level: LogLevel;
}

/**
 * Creates the process's logger. `json` writes one object per line, with all fields, the level as a word and the time in UTC.
 * `pretty` writes one line per event, with time, level and message; warnings and errors add their fields and causes, and
 * level `debug` shows everything, including stacks. Both write synchronously, so that the last line before an exit is not
 * lost. Repeated lines are limited (`LineLimiter`) except at level `debug`.
 * @param fileDescriptor 1 for standard output, 2 for standard error
 */
export function createLogger(config: LogConfig, fileDescriptor: 1 | 2 = 1): Logger {
  const options: LoggerOptions = {
    level: config.level,
    base: null,
    ...(config.level !== 'debug' && { hooks: { logMethod: limitRepetition() } }),
    ...(config.format === 'json' && JSON_OPTIONS),
  };
  return pino(options, destination(config, fileDescriptor));
}

const JSON_OPTIONS: LoggerOptions = {
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
/** Fields that every line shows already. */
const PREFIX_FIELDS = new Set(['level', 'time', 'msg']);

/** The message; a warning or error adds the event's fields, with the message of an error instead of its stack. */
function describeEvent(event: Record<string, unknown>, messageKey: string): string {
  const message = describeField(event[messageKey] ?? '');
  if (typeof event['level'] === 'number' && event['level'] < WARN) return message;
  const fields = Object.entries(event)
    .filter(([key]) => !PREFIX_FIELDS.has(key))
    .map(([key, value]) => `${key}: ${describeField(value)}`)
    .filter((field) => !message.includes(field.slice(field.indexOf(': ') + 2)));
  return fields.length === 0 ? message : `${message} (${fields.join(', ')})`;
}

function describeField(value: unknown): string {
  const isError = typeof value === 'object' && value !== null && 'message' in value;
  const text = isError ? String(value.message) : value;
  return (typeof text === 'string' ? text : JSON.stringify(text)).replaceAll(/\s*\n\s*/g, ' ');
}

/** Maximum number of lines of one kind that are written within a window; further ones are only counted. */
export const MAX_LINES_PER_WINDOW = 20;
/** Length of a window in milliseconds. */
export const WINDOW_MS = 10_000;
/** Maximum number of kinds that are tracked at once; all others count as one kind. */
const MAX_KINDS = 500;
const ALL_OTHERS = '';

/** The suppressed lines of one kind, reported as one line. */
export interface SuppressedLines {
  readonly count: number;
  /** The newest of the lines. */
  readonly line: string;
  /** Writes a line with the level and the logger of `line`. */
  readonly write: (fields: object, line: string) => void;
}

interface Kind {
  readonly since: number;
  written: number;
  suppressed: SuppressedLines | undefined;
}

/**
 * Keeps repeated lines from filling a log. Lines that differ only in numbers, IDs and addresses are of one kind: of each
 * kind, a few are written per window and the rest are counted, so that a flood of requests or peers causes a bounded number
 * of lines.
 */
export class LineLimiter {
  readonly #clock: () => number;
  readonly #kinds = new Map<string, Kind>();

  /** @param clock milliseconds */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** @returns true if the line may be written; otherwise it is counted, and `takeSuppressed` reports it later */
  admit(level: number, line: string, write: SuppressedLines['write']): boolean {
    const kind = this.#kindOf(`${level} ${kindOf(line)}`);
    if (kind.written < MAX_LINES_PER_WINDOW) {
      kind.written += 1;
      return true;
    }
    kind.suppressed = { count: (kind.suppressed?.count ?? 0) + 1, line, write };
    return false;
  }

  /** Returns the suppressed lines of all kinds whose window has ended, and removes those kinds. */
  takeSuppressed(): SuppressedLines[] {
    const due: SuppressedLines[] = [];
    for (const [key, { since, suppressed }] of this.#kinds) {
      if (this.#clock() - since < WINDOW_MS) continue;
      this.#kinds.delete(key);
      if (suppressed !== undefined) due.push(suppressed);
    }
    return due;
  }

  /** True while suppressed lines are not reported yet. */
  hasSuppressedLines(): boolean {
    return this.#kinds.values().some(({ suppressed }) => suppressed !== undefined);
  }

  #kindOf(key: string): Kind {
    const known = this.#kinds.get(key);
    const now = this.#clock();
    // A window that has ended stays until its suppressed lines are reported.
    if (known !== undefined && (known.suppressed !== undefined || now - known.since < WINDOW_MS)) {
      return known;
    }
    const isCrowded = known === undefined && key !== ALL_OTHERS && this.#kinds.size >= MAX_KINDS;
    if (isCrowded) return this.#kindOf(ALL_OTHERS);
    const kind = { since: now, written: 0, suppressed: undefined };
    this.#kinds.set(key, kind);
    return kind;
  }
}

/** Number of leading characters of a line that determine its kind; the limit bounds the time of `kindOf`. */
const KIND_PREFIX_LENGTH = 200;

/** The kind of a line: its first 200 characters with `#` for each word with a digit, and without text in parentheses. */
export function kindOf(line: string): string {
  const start = line.slice(0, KIND_PREFIX_LENGTH).replaceAll(/\([^()]*\)/g, '()');
  return start
    .split(' ')
    .map((word) => (/\d/.test(word) ? '#' : word))
    .join(' ');
}

type Hook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** A pino hook that applies `limiter` to each line, and reports suppressed lines when their window ends. */
export function limitRepetition(limiter = new LineLimiter(() => performance.now())): Hook {
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    for (const { count, line, write } of limiter.takeSuppressed()) {
      const seconds = WINDOW_MS / 1_000;
      write({ repeated: count }, `${count} more lines like this one within ${seconds} s: ${line}`);
    }
    if (limiter.hasSuppressedLines()) schedule();
  };
  const schedule = (): void => {
    timer ??= setTimeout(report, WINDOW_MS).unref();
  };
  return function limit(this: Logger, given: Parameters<LogFn>, method: LogFn, level: number): void {
    const write: SuppressedLines['write'] = (fields, line) => method.call(this, fields, line);
    if (limiter.admit(level, lineOf(given), write)) method.apply(this, given);
    else schedule();
  };
}

/** The message of a logger call, whose arguments are a string, fields and a string, or an error. */
function lineOf([first, second]: readonly unknown[]): string {
  if (typeof first === 'string') return first;
  if (typeof second === 'string') return second;
  return first instanceof Error ? first.message : '';
}
