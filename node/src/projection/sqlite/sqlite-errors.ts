import { ProjectionError } from '../projection-store.ts';

/** SQLite's words for a file whose structure does not hold. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** Words anything that a SQLite store throws as one of the projection's errors. */
export function toProjectionError(error: unknown): ProjectionError {
  if (error instanceof ProjectionError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  const isDamage = DAMAGE.test(code) || error instanceof RangeError;
  return new ProjectionError(isDamage ? 'damaged' : 'storage_failed', message, { cause: error });
}
