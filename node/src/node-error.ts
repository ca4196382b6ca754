/** A reason why a command or the node cannot go on, said in one line for the person at the terminal; exit code 1. */
export class NodeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NodeError';
  }
}
