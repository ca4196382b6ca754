export type BlockFileErrorOptions = ErrorOptions & { readonly lostTip?: number };

/** A block file is missing or damaged: the message names the file and the offset (PROTOCOL.md section 6). */
export class BlockFileError extends Error {
  override readonly name = 'BlockFileError';
  readonly code = 'block_file_damaged';
  /** Path of the file. */
  readonly file: string;
  /** Byte at which the damage was detected. */
  readonly offset: number;
  /** Height of the newest block that `core/` knows, where the files end before it: what is whole can be gone on from. */
  readonly lostTip: number | undefined;

  constructor(file: string, offset: number, problem: string, options: BlockFileErrorOptions = {}) {
    super(`block file ${file} is damaged at byte ${offset}: ${problem}`, options);
    this.file = file;
    this.offset = offset;
    this.lostTip = options.lostTip;
  }
}

/**
 * A write failed (disk full, no permission, a failing device). It does not count as committed, although LevelDB may have the
 * batch when it is reopened.
 */
export class StorageWriteError extends Error {
  override readonly name = 'StorageWriteError';
  readonly code = 'storage_write_failed';

  /** @param path file or folder of the failed write */
  constructor(path: string, cause: unknown) {
    super(`writing ${path} failed: ${(cause as Error).message}`, { cause });
  }
}

/**
 * A LevelDB folder cannot be used.
 * - `level_damaged`: its files are inconsistent; its contents have to be rebuilt.
 * - `level_unusable`: the cause is external (locked, no permission, disk full); the data may be intact.
 */
export class LevelError extends Error {
  override readonly name = 'LevelError';
  readonly code: 'level_damaged' | 'level_unusable';

  constructor(code: LevelError['code'], path: string, problem: string, options?: ErrorOptions) {
    super(`${path} ${code === 'level_damaged' ? 'is damaged' : 'cannot be used'}: ${problem}`, options);
    this.code = code;
  }
}

/** Turns an error of LevelDB into a LevelError, whose code distinguishes damaged files from other failures. */
export function toLevelError(path: string, error: unknown): LevelError {
  if (error instanceof LevelError) return error;
  const outer = error as Error;
  const { message } = outer.cause instanceof Error ? outer.cause : outer; // `getSync` sets no code
  // A referenced file is missing, or shorter than the bytes to read.
  const isLost = /^IO error: .*(No such file|Invalid argument)/.test(message);
  const isDamaged = message.startsWith('Corruption: ') || isLost;
  return new LevelError(isDamaged ? 'level_damaged' : 'level_unusable', path, message, { cause: error });
}
