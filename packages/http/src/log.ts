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

/** Bytes that wait for room to be written; further lines are lost. */
const MAX_UNWRITTEN = 1_048_576;

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
  const destination = pino.destination({ fd: fileDescriptor, sync: true, maxLength: MAX_UNWRITTEN });
  destination.on('error', () => undefined); // a full disk of the log would end the process: pino throws where it is called
  return pino(options, destination);
}
