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
