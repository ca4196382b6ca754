import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Stands for the checkout's folder in the server's files. */
const ANY_FOLDER = '/cairn';

/** Sorts the list of files in Astro's manifest, which has them in the order in which the disk gave them. */
const withSortedAssets = (code: string): string =>
  code.replace(/(?<="assets":)\[[^\]]*\]/, (list) =>
    JSON.stringify((JSON.parse(list) as string[]).toSorted()),
  );

/**
 * Gives the same files in every folder: Astro names an island after the path of its source, and names files by hashes of
 * their contents. The paths are names only; nothing is read from them.
 */
export function sameBytes(): AstroIntegration {
  const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
  const withoutFolder = (code: string): string => code.replaceAll(root, ANY_FOLDER);
  return {
    name: 'cairn-same-bytes',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // Astro would write this variable, which many shells set to the path of a program, into the server's files.
        delete process.env['_'];
        const plugin = { name: 'cairn-same-bytes', renderChunk: withoutFolder };
        updateConfig({ vite: { plugins: [plugin] } });
      },
      // Astro writes its manifest, with the same names, after the chunks.
      'astro:build:done': ({ dir }) => {
        const server = fileURLToPath(new URL('../server', dir));
        for (const name of globSync('**/*.mjs', { cwd: server })) {
          const file = join(server, name);
          writeFileSync(file, withSortedAssets(withoutFolder(readFileSync(file, 'utf8'))));
        }
      },
    },
  };
}
