/** A flag, an environment variable or an argument that cannot be used: one line for the terminal, exit code 2. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
