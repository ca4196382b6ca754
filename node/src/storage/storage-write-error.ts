/** The disk did not take what was to be stored (no room, no permission, a failing device). Nothing of it is committed. */
export class StorageWriteError extends Error {
  override readonly name = 'StorageWriteError';
  readonly code = 'storage_write_failed';

  /** @param path file or folder that was written to */
  constructor(path: string, cause: unknown) {
    super(`writing ${path} failed: ${(cause as Error).message}`, { cause });
  }
}
