/** Where a file goes while it is written. */
export interface Sink {
  write: (text: string) => Promise<void>;
  /** The file is whole: it becomes the reader's. */
  close: () => Promise<void>;
  /** Nothing is kept. */
  abort: () => Promise<void>;
}

/** The part of the File System Access API that is used; not every browser has it. */
interface Writable {
  write: (text: string) => Promise<void>;
  close: () => Promise<void>;
  abort: () => Promise<void>;
}
type SavePicker = (options: object) => Promise<{ createWritable: () => Promise<Writable> }>;

const TYPES = [{ description: 'CSV', accept: { 'text/csv': ['.csv'] } }];

/**
 * Opens a file to write a long CSV into: straight to the disk where the browser can, else gathered in memory and handed
 * to its downloads at the end.
 * @returns `undefined` where the reader chose no file
 */
export async function openSink(name: string): Promise<Sink | undefined> {
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (pick === undefined) return memorySink(name);
  try {
    const handle = await pick({ suggestedName: name, types: TYPES });
    return await handle.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    // Forbidden, as in a frame: the downloads still work.
    return memorySink(name);
  }
}

/** Keeps the file in memory until it is whole. */
export function memorySink(name: string): Sink {
  let parts: string[] = [];
  return {
    write: async (text) => void parts.push(text),
    abort: async () => void (parts = []),
    close: async () => download(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name),
  };
}

/** Long enough for the slowest browser to have begun. */
const KEEP_MS = 60_000;

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
