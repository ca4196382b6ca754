/** The gateway cannot start. The message is one line for the terminal. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** A flag or environment variable is invalid or missing. The message is one line for the terminal. */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}

/** Help was requested and printed. */
export class HelpShown extends Error {
  override readonly name = 'HelpShown';
}
