/** An error that ends the command or the node: one line for the operator, exit code 1. */
export class NodeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NodeError';
  }
}

/** A flag, an environment variable or an argument that cannot be used: one line for the operator, exit code 2. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
