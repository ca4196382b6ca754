import { concatBytes, type Network } from '@cairn/protocol';
import {
  type BlockLocation,
  type BlockLog,
  damageAt,
  type FilePosition,
  RECORD_HEADER_SIZE,
  recordHeader,
} from '../storage/block-log.ts';

/** One record, its header included. */
interface HeldRecord {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** The block log in memory, as one file. */
export class MemoryLog implements BlockLog {
  readonly network: Network;
  #records: HeldRecord[] = [];
  #size = 0;

  constructor(network: Network) {
    this.network = network;
  }

  get end(): FilePosition {
    return { file: 0, offset: this.#size };
  }

  sizeOf(file: number): number | undefined {
    return file === 0 ? this.#size : undefined;
  }

  pathOf(): string {
    return 'memory';
  }

  async append(bodies: readonly Uint8Array[]): Promise<BlockLocation[]> {
    return bodies.map((body) => {
      const offset = this.#size;
      const bytes = concatBytes(recordHeader(this.network, body.length), body);
      this.#records.push({ offset, bytes });
      this.#size += bytes.length;
      return { file: 0, offset: offset + RECORD_HEADER_SIZE, sizeBytes: body.length };
    });
  }

  async read(position: FilePosition, length: number): Promise<Uint8Array> {
    return this.readSync(position, length);
  }

  /** Of one record: nobody asks for more. */
  readSync(position: FilePosition, length: number): Uint8Array {
    const record = this.#records[this.#indexAt(position.offset)];
    const start = position.offset - (record?.offset ?? 0);
    if (position.file !== 0 || record === undefined || start + length > record.bytes.length)
      throw damageAt(this, position, 'the log ends too early');
    return record.bytes.subarray(start, start + length);
  }

  async sync(): Promise<void> {}

  async cut({ file, offset }: FilePosition): Promise<void> {
    if (file !== 0 || offset > this.#size) throw damageAt(this, this.end, `it ends before byte ${offset}`);
    const at = this.#indexAt(offset);
    const cut = this.#records[at];
    this.#records.length = Math.max(0, at);
    if (cut !== undefined && cut.offset < offset)
      this.#records.push({ offset: cut.offset, bytes: cut.bytes.subarray(0, offset - cut.offset) });
    this.#size = offset;
  }

  async close(): Promise<void> {}

  /** Place of the last record that begins at an offset or before; -1 if there is none. */
  #indexAt(offset: number): number {
    let low = 0;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#records[middle]!.offset <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
