import type { Logger } from 'pino';

/** Fewer blocks than these are fetched without a line in the log. */
const WORTH_TELLING = 10;
const INTERVAL_MILLISECONDS = 10_000;

export interface SyncProgress {
  /** @param goal the height that peers advertise, as far as it is known */
  tell(height: number, goal: number): void;
  end(height: number): void;
}

/** A line when a sync begins, every 10 s, and when it is over. */
export function createSyncProgress(options: {
  readonly clock: () => number;
  readonly logger: Logger;
  readonly height: number;
  readonly goal: number;
}): SyncProgress {
  const { clock, logger, height: start, goal } = options;
  const startedAt = clock();
  let toldAt = startedAt;
  const isWorthIt = goal - start >= WORTH_TELLING;
  if (isWorthIt) logger.info(`Syncing from height ${start}; peers say ${goal}`);
  const rate = (height: number): string => {
    const seconds = Math.max(0.001, (clock() - startedAt) / 1_000);
    return `${((height - start) / seconds).toFixed(1)} blocks/s`;
  };
  return {
    tell(height, goal) {
      if (!isWorthIt || clock() - toldAt < INTERVAL_MILLISECONDS) return;
      toldAt = clock();
      logger.info(`Syncing: height ${height} of ${goal}, ${rate(height)}`);
    },
    end(height) {
      if (isWorthIt) logger.info(`Sync ended at height ${height}, ${rate(height)}`);
    },
  };
}
