import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { NodeError } from '../startup/errors.ts';

/** A command's results on standard output, progress, questions and errors on standard error. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Shows progress: rewrites one line on a terminal, prints a line every few seconds elsewhere. */
  progress(line: string): void;
  /** Erases the progress line, so that the next line starts on an empty one. */
  endProgress(): void;
  /** Reads a line without showing it; `undefined` if standard input is no terminal. @throws NodeError if there is none */
  secret(question: string): Promise<string | undefined>;
}

const PLAIN_INTERVAL_MS = 5_000;
const REWRITE_INTERVAL_MS = 100;

/** The terminal of this process, which ends with exit code 1 once a result cannot be written, as for a reader that has left. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined); // else Node prints a stack
  const endWith = ({ code, message }: NodeJS.ErrnoException): never => {
    if (code !== 'EPIPE') process.stderr.write(`cairn: the output cannot be written: ${message}\n`);
    process.exit(1);
  };
  const isInteractive = process.stderr.isTTY;
  let lastProgress = isInteractive ? Number.NEGATIVE_INFINITY : performance.now();
  let hasProgressLine = false;
  return {
    out: (line) => void process.stdout.write(`${line}\n`, (error) => error && endWith(error)),
    err: (line) => void process.stderr.write(`${line}\n`),
    progress: (line) => {
      const interval = isInteractive ? REWRITE_INTERVAL_MS : PLAIN_INTERVAL_MS;
      if (performance.now() - lastProgress < interval) return;
      lastProgress = performance.now();
      hasProgressLine = isInteractive;
      process.stderr.write(isInteractive ? `\r\u001B[2K${line}` : `${line}\n`);
    },
    endProgress: () => {
      if (hasProgressLine) process.stderr.write('\r\u001B[2K');
      hasProgressLine = false;
    },
    secret: (question) => (process.stdin.isTTY ? readHidden(question) : Promise.resolve(undefined)),
  };
}

async function readHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() }); // shows nothing
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort()); // Ctrl-C or Ctrl-D
  try {
    return await terminal.question('', { signal: closed.signal });
  } catch (error) {
    throw new NodeError('nothing was entered', { cause: error });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** A second signal this soon is a duplicate: a terminal signals both a launcher and its child. */
const DUPLICATE_MS = 250;

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort; a second signal ends the process at once with exit code 1.
 * @param onFirst called with the name of the first signal
 */
export function listenForStop(onFirst?: (name: NodeJS.Signals) => void): AbortSignal {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const listener = (name: NodeJS.Signals): void => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > DUPLICATE_MS) process.exit(1);
      return;
    }
    firstAt = performance.now();
    onFirst?.(name);
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, listener);
  return controller.signal;
}
