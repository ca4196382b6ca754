import type { ClockState } from '@cairn/chain/devnet';
import type { SyncFile } from './opfs-log.ts';

/** Milliseconds of the offset, and the second at which the clock is held; that is no number while it runs. */
const SIZE = 16;

/** The clock that a file keeps; `undefined` if it is empty. */
export function readClock(file: SyncFile): ClockState | undefined {
  const bytes = new DataView(new ArrayBuffer(SIZE));
  if (file.read(new Uint8Array(bytes.buffer), { at: 0 }) < SIZE) return undefined;
  const heldAt = bytes.getFloat64(8);
  return { offsetMs: bytes.getFloat64(0), heldAt: Number.isNaN(heldAt) ? undefined : heldAt };
}

/** Keeps a clock, also when the worker ends. */
export function writeClock(file: SyncFile, { offsetMs, heldAt = NaN }: ClockState): void {
  const bytes = new DataView(new ArrayBuffer(SIZE));
  bytes.setFloat64(0, offsetMs);
  bytes.setFloat64(8, heldAt);
  file.write(new Uint8Array(bytes.buffer), { at: 0 });
}
