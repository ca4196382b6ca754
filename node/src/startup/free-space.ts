import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Free bytes below which a node does not start: room for recovery, and for two of the largest blocks with their index. */
const NEEDED_BYTES = 64 * 1_048_576;
const INTERVAL_MS = 1_000;

/**
 * Waits until the file system of a data directory has 64 MiB free. A node that a full disk ended waits here, instead of being
 * ended again and again.
 * @param path the directory, which need not exist
 * @throws the signal's reason; the system's error for a directory that cannot be examined
 */
export async function waitForRoom(path: string, logger: Logger, signal: AbortSignal): Promise<void> {
  const existing = nearestExisting(path);
  let hasLogged = false;
  for (;;) {
    const { bavail, blocks, bsize } = await statfs(existing);
    // Without blocks it does not count its room, as `/proc`, which takes no directory.
    if (blocks === 0 || bavail * bsize >= NEEDED_BYTES) return;
    if (!hasLogged) logger.warn(`less than 64 MiB are free for ${path}: waiting for room before the start`);
    hasLogged = true;
    await setTimeout(INTERVAL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** The path itself, or the nearest folder above it that exists. */
export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
