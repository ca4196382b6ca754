import { pino, type DestinationStream, type Logger } from 'pino';
import { build as prettyStream } from 'pino-pretty';
import type { LogConfig } from './config.ts';

/**
 * The process's logger. `pretty`: one line an event, the time and the message, fields left out; `json`: one object a
 * line with every field. Both are written at once, so that the last line before an exit is not lost.
 * @param fileDescriptor 1 for standard output
 */
export function createLogger(config: LogConfig, fileDescriptor: 1 | 2 = 1): Logger {
  return pino({ level: config.level, base: null }, destination(config, fileDescriptor));
}

function destination(config: LogConfig, fileDescriptor: 1 | 2): DestinationStream {
  if (config.format === 'json') return pino.destination({ fd: fileDescriptor, sync: true });
  const isTerminal = (fileDescriptor === 1 ? process.stdout : process.stderr).isTTY;
  return prettyStream({
    destination: fileDescriptor,
    sync: true,
    colorize: isTerminal,
    translateTime: 'SYS:HH:MM:ss',
    hideObject: config.level !== 'debug',
    // The stack is for those who look for a fault in the program.
    ...(config.level === 'debug' ? {} : { errorLikeObjectKeys: [], errorProps: '' }),
  });
}
