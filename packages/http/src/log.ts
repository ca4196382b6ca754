import { pino, stdTimeFunctions, type Logger } from 'pino';
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
 * Creates the process's logger. `json` writes one object per line, with the level as a word and the time in UTC; `pretty` is
 * for people: one line per event, and the stack of an error. Both write synchronously, so that the last line before an exit is
 * not lost.
 * @param fileDescriptor 1 for standard output, 2 for standard error
 */
export function createLogger({ format, level }: LogConfig, fileDescriptor: 1 | 2 = 1): Logger {
  if (format === 'pretty')
    return pino(
      { level, base: null },
      prettyStream({ destination: fileDescriptor, sync: true, singleLine: true }),
    );
  const formatters = { level: (label: string) => ({ level: label }) };
  const options = { level, base: null, formatters, timestamp: stdTimeFunctions.isoTime };
  return pino(options, pino.destination({ fd: fileDescriptor, sync: true }));
}
