import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { defineLayout, u32 } from '@cairn/protocol/layout';

const MARK_LAYOUT = defineLayout({ number: u32, check: u32 });
/** Tells a written mark from other bytes: number and check are complements. */
const COMPLEMENT = 0xffff_ffff;

/**
 * The number of the last commit to a LevelDB folder, kept outside of LevelDB: for `core/` the tip's height, for
 * `mempool/` the count of its batches. A log that ends too early, at the end of a record, looks like one that was never
 * longer; a mark above what the folder holds shows what is missing. The mark is written after a commit (before a step
 * back) and never synced, so that it can be behind the folder but not ahead of it.
 */
export class CommitMark {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(path: string): Promise<CommitMark> {
    return new CommitMark(await open(path, constants.O_RDWR | constants.O_CREAT, 0o600));
  }

  /** `undefined` while nothing was committed, or when the file is no mark: then it says nothing. */
  async read(): Promise<number | undefined> {
    const bytes = new Uint8Array(MARK_LAYOUT.size);
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, 0);
    if (bytesRead !== bytes.length) return undefined;
    const { number, check } = MARK_LAYOUT.decode(bytes);
    return check === COMPLEMENT - number ? number : undefined;
  }

  async write(number: number): Promise<void> {
    const bytes = MARK_LAYOUT.encode({ number, check: COMPLEMENT - number });
    await this.#handle.write(bytes, 0, bytes.length, 0);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
