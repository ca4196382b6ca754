/** Lets other events run before it resolves. */
export type Turn = () => Promise<void>;

/** Time and chance: the clock, the turns and the randomness of a home. */
export interface Runtime {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Resolves after some milliseconds, or as soon as the signal ends; it never rejects. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly turn: Turn;
  /** Random bytes. */
  random(size: number): Uint8Array;
}

type LogLine = (fields: object | string, message?: string) => void;

/** The log of a home, with pino's methods: a message, or fields and a message. */
export interface Log {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}
