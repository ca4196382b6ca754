/**
 * An error that ends the command or the node; its message is one line for the operator. The exit code is 1, or that of its cause
 * (`exitCodeOf`).
 */
export class NodeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NodeError';
  }
}

/** A flag, environment variable, argument, or a file that one of them names, cannot be used: ends the command with one line and exit code 2. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UsageError';
  }
}

/** The error for a file that cannot be written. */
export function unwritable(path: string, cause: unknown): NodeError {
  return new NodeError(`${path} cannot be written: ${(cause as Error).message}`, { cause });
}
