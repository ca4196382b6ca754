import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { defineLayout, u32 } from '@cairn/protocol/layout';

const MARK_LAYOUT = defineLayout({ height: u32, check: u32 });
/** Tells a written mark from other bytes: height and check are complements. */
const COMPLEMENT = 0xffff_ffff;

/**
 * The height of the last commit, kept beside `core/`. LevelDB opens a log with a damaged record in silence, without
 * what stood behind the damage, the newest tip included; a mark above its tip shows that. The mark is written after a
 * commit (before a step back) and never synced, so that it can be behind the index but not ahead of it.
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
    const { height, check } = MARK_LAYOUT.decode(bytes);
    return check === COMPLEMENT - height ? height : undefined;
  }

  async write(height: number): Promise<void> {
    const bytes = MARK_LAYOUT.encode({ height, check: COMPLEMENT - height });
    await this.#handle.write(bytes, 0, bytes.length, 0);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
