import { Level, type DatabaseOptions } from 'level';
import { findDamage } from './level-damage.ts';

/** A LevelDB with raw bytes as keys and values; what it returns are Node buffers, whose `slice` is a view. */
export type LevelDatabase = Level<Uint8Array, Uint8Array>;

/**
 * A LevelDB folder cannot be used.
 * - `level_damaged`: its files do not fit together; what it held has to be made anew.
 * - `level_unusable`: the cause lies outside of it (locked, no permission, no room); it may be whole.
 */
export class LevelError extends Error {
  override readonly name = 'LevelError';
  readonly code: 'level_damaged' | 'level_unusable';

  constructor(code: LevelError['code'], path: string, problem: string, options?: ErrorOptions) {
    super(`${path} ${code === 'level_damaged' ? 'is damaged' : 'cannot be used'}: ${problem}`, options);
    this.code = code;
  }
}

type Tuning = Pick<DatabaseOptions<Uint8Array, Uint8Array>, 'cacheSize' | 'writeBufferSize'>;

/**
 * Opens a LevelDB folder, creating it when it is absent or empty.
 * @throws LevelError
 */
export async function openLevel(path: string, tuning: Tuning = {}): Promise<LevelDatabase> {
  try {
    const damage = await findDamage(path);
    if (damage !== undefined) throw new LevelError('level_damaged', path, damage);
    const database: LevelDatabase = new Level(path, {
      ...tuning,
      // Keys and values are mostly hashes, addresses and signatures: compressed, `core/` is 7 % smaller and slower.
      compression: false,
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
    });
    await database.open();
    return database;
  } catch (error) {
    throw toLevelError(path, error);
  }
}

/** Tells damage of the files from everything else that keeps LevelDB from opening or reading them. */
export function toLevelError(path: string, error: unknown): LevelError {
  if (error instanceof LevelError) return error;
  const outer = error as Error;
  const { code, message } = (outer.cause instanceof Error ? outer.cause : outer) as NodeJS.ErrnoException;
  // A file that another one names is gone, or is shorter than what is read of it.
  const isLost = code === 'LEVEL_IO_ERROR' && /No such file|Invalid argument/.test(message);
  const isDamaged = code === 'LEVEL_CORRUPTION' || isLost;
  return new LevelError(isDamaged ? 'level_damaged' : 'level_unusable', path, message, { cause: error });
}
