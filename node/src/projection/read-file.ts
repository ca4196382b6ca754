import { closeSync, openSync, readSync } from 'node:fs';
import type { ReadBytes } from '@cairn/chain/projection';

/** Reads synchronously: the writing thread has nothing else to do. Bytes past the end of the file stay 0, which proves nothing. */
export const readFile: ReadBytes = ({ path, size, offset }) => {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(size);
    readSync(file, bytes, 0, size, offset);
    return bytes;
  } finally {
    closeSync(file);
  }
};
