import { isLastingFileError } from '@cairn/token-file';

/** An error that ends the command or the node with exit code 1; its message is one line for the operator. */
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

/** The error for a file that cannot be written: a wrong argument unless trying again may help. */
export function unwritable(path: string, cause: unknown): UsageError | NodeError {
  const message = `${path} cannot be written: ${(cause as Error).message}`;
  return new (isLastingFileError(cause) ? UsageError : NodeError)(message, { cause });
}
