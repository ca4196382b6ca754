/** `npm run pack`: builds the packages that can be published, as tarballs in a folder. */
import { createCommand } from '@cairn/suite/options';
import { inRoot } from '@cairn/suite/checkout';
import { packAll } from './lib/packing.ts';

const { out } = createCommand('npm run pack --', 'Builds the packages that can be published, as tarballs.')
  .option('--out <path>', 'folder of the tarballs', inRoot('dist'))
  .parse()
  .opts<{ out: string }>();

for (const { file, bytes } of await packAll(out))
  process.stdout.write(`${file} (${(bytes / 1_000_000).toFixed(2)} MB)\n`);
