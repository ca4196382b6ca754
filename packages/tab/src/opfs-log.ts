import type { Runtime } from '@cairn/chain';
import { concatBytes, type Network } from '@cairn/protocol';
import {
  type BlockLocation,
  type BlockLog,
  damageAt,
  type FilePosition,
  RECORD_HEADER_SIZE,
  recordHeader,
  StorageWriteError,
} from '@cairn/chain/storage';

/** What is used of a `FileSystemSyncAccessHandle`, which only dedicated workers can open. */
export interface SyncFile {
  /** @returns bytes read */
  read(into: Uint8Array, options: { readonly at: number }): number;
  /** @returns bytes written */
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

/**
 * The block log as one file of the origin's private file system. Each append is flushed, so that the end of a tab or of its browser
 * loses at most what was being appended: the next opening of the chain cuts a record that is not whole.
 */
export class OpfsLog implements BlockLog {
  readonly network: Network;
  readonly #file: SyncFile;
  readonly #name: string;
  #size: number;

  /** @param file open, and closed with the log @param name of the file, for messages */
  constructor(network: Network, file: SyncFile, name: string) {
    this.network = network;
    this.#file = file;
    this.#name = name;
    this.#size = file.getSize();
  }

  get end(): FilePosition {
    return { file: 0, offset: this.#size };
  }

  sizeOf(file: number): number | undefined {
    return file === 0 ? this.#size : undefined;
  }

  pathOf(): string {
    return this.#name;
  }

  async append(bodies: readonly Uint8Array[]): Promise<BlockLocation[]> {
    const records = concatBytes(...bodies.flatMap((body) => [recordHeader(this.network, body.length), body]));
    this.#change(() => {
      this.#file.write(records, { at: this.#size });
      // In private windows, Chromium's files stay as they are where there is no room.
      if (this.#file.getSize() < this.#size + records.length)
        throw new DOMException('no room', 'QuotaExceededError');
    });
    return bodies.map((body) => {
      const offset = this.#size + RECORD_HEADER_SIZE;
      this.#size = offset + body.length;
      return { file: 0, offset, sizeBytes: body.length };
    });
  }

  async read(position: FilePosition, length: number): Promise<Uint8Array> {
    return this.readSync(position, length);
  }

  readSync(position: FilePosition, length: number): Uint8Array {
    const { file, offset } = position;
    const bytes = new Uint8Array(length);
    if (file !== 0 || offset + length > this.#size || this.#file.read(bytes, { at: offset }) !== length)
      throw damageAt(this, position, 'the file ends too early');
    return bytes;
  }

  async sync(): Promise<void> {
    this.#change(() => undefined);
  }

  async cut({ file, offset }: FilePosition): Promise<void> {
    if (file !== 0 || offset > this.#size) throw damageAt(this, this.end, `it ends before byte ${offset}`);
    this.#change(() => this.#file.truncate(offset));
    this.#size = offset;
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  /** @throws StorageWriteError, whose cause is a `QuotaExceededError` if the browser gives no more room */
  #change(change: () => void): void {
    try {
      change();
      this.#file.flush();
    } catch (error) {
      throw new StorageWriteError(this.#name, error);
    }
  }
}

/** Longest time that a browser takes to close the files of a worker that has ended, in milliseconds. */
const CLOSING_MS = 5_000;

/**
 * Opens files that a worker may still have open which has just ended.
 * @param open of the files' handles @throws NoModificationAllowedError if somebody keeps them open
 */
export async function openAlone<Opened>(
  open: () => Promise<Opened>,
  { now, sleep }: Pick<Runtime, 'now' | 'sleep'>,
): Promise<Opened> {
  const last = now() + CLOSING_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const isOpen = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isOpen || now() > last) throw error;
      await sleep(20);
    }
  }
}
