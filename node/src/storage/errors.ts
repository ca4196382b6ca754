/** A block file is missing or damaged: the message names the file and the offset (PROTOCOL.md section 6). */
export class BlockFileError extends Error {
  override readonly name = 'BlockFileError';
  readonly code = 'block_file_damaged';
  /** Path of the file. */
  readonly file: string;
  /** Byte at which the damage was noticed. */
  readonly offset: number;

  constructor(file: string, offset: number, problem: string) {
    super(`block file ${file} is damaged at byte ${offset}: ${problem}`);
    this.file = file;
    this.offset = offset;
  }
}

/** The disk did not take what was to be stored (no room, no permission, a failing device). Nothing of it is committed. */
export class StorageWriteError extends Error {
  override readonly name = 'StorageWriteError';
  readonly code = 'storage_write_failed';

  /** @param path file or folder that was written to */
  constructor(path: string, cause: unknown) {
    super(`writing ${path} failed: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A LevelDB folder cannot be used.
 * - `level_damaged`: its files do not fit together; what it held has to be rebuilt.
 * - `level_unusable`: the cause lies outside of it (locked, no permission, no room); it may be whole.
 */
export class LevelError extends Error {
  override readonly name = 'LevelError';
  readonly code: 'level_damaged' | 'level_unusable';
  /** The message without the path. */
  readonly problem: string;

  constructor(code: LevelError['code'], path: string, problem: string, options?: ErrorOptions) {
    super(`${path} ${code === 'level_damaged' ? 'is damaged' : 'cannot be used'}: ${problem}`, options);
    this.code = code;
    this.problem = problem;
  }
}

/** Tells damage of the files from everything else that keeps LevelDB from opening or reading them. */
export function toLevelError(path: string, error: unknown): LevelError {
  if (error instanceof LevelError) return error;
  const outer = error as Error;
  const { message } = outer.cause instanceof Error ? outer.cause : outer; // `getSync` sets no code
  // A file that another one names is gone, or is shorter than what is read of it.
  const isLost = /^IO error: .*(No such file|Invalid argument)/.test(message);
  const isDamaged = message.startsWith('Corruption: ') || isLost;
  return new LevelError(isDamaged ? 'level_damaged' : 'level_unusable', path, message, { cause: error });
}
