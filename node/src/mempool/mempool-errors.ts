/**
 * The pending store cannot be read or written consistently. Thrown by every method of the mempool while that lasts;
 * confirmed reads never depend on it (contract section 7.2: `mempool_unavailable`).
 */
export class MempoolUnavailableError extends Error {
  readonly code = 'mempool_unavailable';

  /** @param reason one clear line for the log: what failed, and where */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'MempoolUnavailableError';
  }
}
