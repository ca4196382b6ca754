/** A reason why the gateway cannot start, as one line for the terminal. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** Flags that cannot be used; the message is one line for the terminal. */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}

/** The flags asked for help, which was printed. */
export class HelpShown extends Error {
  override readonly name = 'HelpShown';
}
