/** Why the gateway cannot start, as one line for the terminal. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** Invalid flags, as one line for the terminal. */
export class UsageError extends StartError {
  override readonly name = 'UsageError';
}

/** Help was requested and printed. */
export class HelpShown extends Error {
  override readonly name = 'HelpShown';
}
