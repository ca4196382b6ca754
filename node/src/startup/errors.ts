/** An error that ends the command or the node with exit code 1; its message is one line for the operator. */
export class NodeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NodeError';
  }
}

/** An invalid flag, environment variable or argument: ends the command with one line and exit code 2. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
