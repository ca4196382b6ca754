/** Run by `npm version`, which sets the root's version: gives it to every package of the suite and to the lock file. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, ROOT } from '@cairn/suite/checkout';
import { setVersion, type Versions } from './lib/versions.ts';

interface Manifest extends Versions {
  readonly name: string;
  readonly workspaces?: readonly string[];
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(inRoot(file), 'utf8'));
}

function write(file: string, content: unknown): void {
  writeFileSync(inRoot(file), `${JSON.stringify(content, undefined, 2)}\n`);
}

const { version, workspaces } = read('package.json') as Required<Manifest>;
const files = globSync(
  workspaces.map((folder) => `${folder}/package.json`),
  { cwd: ROOT },
);
const manifests = new Map(files.map((file) => [file, read(file) as Manifest]));
const own = new Set([...manifests.values()].map(({ name }) => name));
const lock = read('package-lock.json') as {
  version: string;
  packages: Record<string, Versions>;
};
lock.version = version;
setVersion(lock.packages['']!, own, version);
for (const [file, manifest] of manifests) {
  setVersion(manifest, own, version);
  write(file, manifest);
  setVersion(lock.packages[dirname(file)]!, own, version);
}
write('package-lock.json', lock);
