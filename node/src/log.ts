import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { build as prettyStream } from 'pino-pretty';
import type { LogConfig } from './config.ts';
import { limitRepetition } from './log-rates.ts';

/**
 * The process's logger. `json`: one object a line with every field, the level as a word, the time in UTC. `pretty`: one
 * line an event, time, level and message; warnings and errors add their fields and causes, and with level `debug`
 * everything is shown, stacks too. Both are written at once, so that the last line before an exit is not lost. Lines that
 * repeat themselves are limited (`log-rates.ts`), but not with level `debug`.
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

/** The message; from warnings upwards with the event's fields behind it, an error as its own message. */
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
