import { Level, type DatabaseOptions } from 'level';
import { LevelError, toLevelError } from './errors.ts';
import { findDamage } from './level-damage.ts';

/** A LevelDB with raw bytes as keys and values; what it returns are Node buffers, whose `slice` is a view. */
export type LevelDatabase = Level<Uint8Array, Uint8Array>;

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
