/** Scripts that start the suite's programs, as absolute paths. */
export interface Programs {
  readonly node: string;
  readonly gateway: string;
  readonly website: string;
}

/** Progress of `providePages`. */
export interface Progress {
  /** Gets a line when a build starts and ends. */
  readonly say?: (line: string) => void;
  /** Cancels a running build. */
  readonly signal?: AbortSignal;
}
