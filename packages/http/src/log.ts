import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
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
 * lost.
 * @param fileDescriptor 1 for standard output, 2 for standard error
 */
export function createLogger(config: LogConfig, fileDescriptor: 1 | 2 = 1): Logger {
  const options: LoggerOptions = {
    level: config.level,
    base: null,
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
