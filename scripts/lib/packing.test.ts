import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { packAll } from './packing.ts';

// Installed and used by packages/cairn/test, which takes minutes.
it('the package of the programs has all that was made for it, and its commands start', async () => {
  const folder = mkdtempSync(inRoot('node_modules/.cache/cairn/packed-')); // finds its dependencies there
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [tarball] = await packAll(folder, ['packages/cairn']);
  await execa('tar', ['-xzf', tarball!.file, '-C', folder]);
  const packed = join(folder, 'package');
  expect(readdirSync(packed).toSorted()).toEqual(
    readdirSync(inRoot('node_modules/.cache/cairn/packages/cairn')).toSorted(),
  );
  for (const page of ['try', 'try/explorer', 'wallet/dist', 'website/client', 'documentation'])
    expect(readdirSync(join(packed, page))).not.toEqual([]);
  const manifest = readFileSync(join(packed, 'package.json'), 'utf8');
  const { bin, version } = JSON.parse(manifest) as { bin: Record<string, string>; version: string };
  for (const path of new Set(Object.values(bin)))
    expect((await execa(process.execPath, [join(packed, path), '--version'])).stdout).toContain(version);
});
