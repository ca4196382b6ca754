import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Name of the list in a build's folder: JSON, an array of folders from the root of the checkout. */
const FILE = '.bundled-packages.json';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE_FOLDER = /[^\0]*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** What the plugin reads of a bundle, which Vite and tsdown call alike. */
type Bundle = Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>;

/** Plugin of the bundlers: writes into a build's folder of which npm packages it contains code. */
export function bundledPackages() {
  const folders = new Set<string>();
  return {
    name: 'cairn-bundled-packages',
    generateBundle({ dir }: { readonly dir?: string | undefined }, bundle: Bundle): void {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const folder = PACKAGE_FOLDER.exec(id)?.[0];
          if (folder !== undefined && existsSync(join(folder, 'package.json')))
            folders.add(relative(ROOT, folder));
        }
      }
      if (dir === undefined) return;
      mkdirSync(dir, { recursive: true });
      writeFileSync(join(dir, FILE), JSON.stringify([...folders].toSorted()));
    },
  };
}

/** Takes the list out of a copy of a build. @returns folders of packages, from the root of the checkout */
export function takeBundledPackages(build: string): string[] {
  const file = join(build, FILE);
  const folders = JSON.parse(readFileSync(file, 'utf8')) as string[];
  rmSync(file);
  return folders;
}
