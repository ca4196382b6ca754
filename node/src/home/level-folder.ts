import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';
import type { DatabasePlace } from '@cairn/chain/storage';

/** LevelDB in a folder, which is created if it is absent. */
export function levelFolder(path: string): DatabasePlace {
  return {
    path,
    database: (tuning) =>
      new Level(path, {
        ...tuning,
        // Keys and values are mostly hashes, addresses and signatures: compression makes `core/` only 7 % smaller, and slower.
        compression: false,
        keyEncoding: 'view',
        valueEncoding: 'view',
      }),
    exists: () => existsSync(join(path, 'CURRENT')),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
