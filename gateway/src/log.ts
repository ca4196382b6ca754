import { pino, type Logger } from 'pino';
import { build as pretty } from 'pino-pretty';

export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The gateway's log on standard output. It is given route names, codes and reasons, never a path, a query, a header or
 * a body, so that no token, cookie or address can get into it.
 */
export function createLogger(format: LogFormat, level: LogLevel): Logger {
  if (format === 'json') return pino({ level, base: null });
  const stream = pretty({
    colorize: process.stdout.isTTY,
    ignore: 'pid,hostname',
    singleLine: true,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
  });
  return pino({ level, base: null }, stream);
}
