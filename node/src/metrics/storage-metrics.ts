import { statfs } from 'node:fs/promises';
import type { Registry } from 'prom-client';
import { addGauge } from './gauge.ts';

/** What the node stores, and how much room is left; nothing is walked for it. */
export function watchStorage(
  registry: Registry,
  { storedBytes, directory }: { readonly storedBytes: () => number; readonly directory: string },
): void {
  addGauge(registry, 'cairn_block_files_bytes', 'Bytes of all block files.', storedBytes);
  addGauge(
    registry,
    'cairn_data_directory_free_bytes',
    'Bytes that are free for the node on the file system of the data directory; absent where it does not say.',
    () =>
      statfs(directory).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => undefined, // gone or unreachable: the series ends, the scrape does not
      ),
  );
}
