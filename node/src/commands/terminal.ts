/** The output of a command: results on standard output, progress and errors on standard error. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Shows progress: rewrites one line on a terminal, prints a line every few seconds elsewhere. */
  progress(line: string): void;
  /** Erases the progress line, so that the next line starts on an empty one. */
  endProgress(): void;
}

const PLAIN_INTERVAL_MS = 5_000;
const REWRITE_INTERVAL_MS = 100;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const isInteractive = process.stderr.isTTY;
  let lastProgress = isInteractive ? Number.NEGATIVE_INFINITY : performance.now();
  let hasProgressLine = false;
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
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
  };
}

/** A second signal this soon is a duplicate: a terminal signals both a launcher and its child. */
const DUPLICATE_MS = 250;

/** SIGINT, SIGTERM and SIGHUP as an `AbortSignal`. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Restores the default behaviour of the signals. */
  release(): void;
}

/**
 * Turns SIGINT, SIGTERM and SIGHUP into an abort; a second signal ends the process at once with exit code 1.
 * @param onFirst called with the name of the first signal
 */
export function listenForStop(onFirst?: (name: NodeJS.Signals) => void): StopSignal {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
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
  for (const name of names) process.on(name, listener);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.off(name, listener);
    },
  };
}

/** Resolves once the signal aborts, and keeps the process alive until then. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    // A listener alone does not keep the process alive.
    const keepAlive = setInterval(() => {}, 2 ** 30);
    signal.addEventListener('abort', () => {
      clearInterval(keepAlive);
      resolve();
    });
  });
}
