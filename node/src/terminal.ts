/** What a command writes to: results go to standard output, progress and complaints to standard error. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  /** Progress of long work: one line that is rewritten on a terminal, a line every few seconds elsewhere. */
  progress(line: string): void;
  /** Ends the rewritten line, so that the next one begins on its own. */
  endProgress(): void;
}

const PLAIN_INTERVAL_MILLISECONDS = 5_000;
const REWRITE_INTERVAL_MILLISECONDS = 100;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const isInteractive = process.stderr.isTTY;
  let lastProgress = isInteractive ? Number.NEGATIVE_INFINITY : performance.now();
  let rewriting = false;
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    progress: (line) => {
      const interval = isInteractive ? REWRITE_INTERVAL_MILLISECONDS : PLAIN_INTERVAL_MILLISECONDS;
      if (performance.now() - lastProgress < interval) return;
      lastProgress = performance.now();
      rewriting = isInteractive;
      process.stderr.write(isInteractive ? `\r\u001B[2K${line}` : `${line}\n`);
    },
    endProgress: () => {
      if (rewriting) process.stderr.write('\r\u001B[2K');
      rewriting = false;
    },
  };
}
