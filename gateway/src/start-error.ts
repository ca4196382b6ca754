/** A reason why the gateway cannot start, as one line for the person at the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
