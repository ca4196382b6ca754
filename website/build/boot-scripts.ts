import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minifySync, type Plugin } from 'vite';

/** Files and code of the scripts that `src/layouts/head.astro` writes into each page: they run before the first paint. */
const SCRIPTS = ['@cairn/ui/theme-boot.js', '../src/layouts/language-boot.js'].map((specifier) => {
  const file = fileURLToPath(import.meta.resolve(specifier));
  return [file, minifySync(file, readFileSync(file, 'utf8'), { module: false }).code] as const;
});

/** What the policy of the pages admits these scripts by. */
export const BOOT_SCRIPT_HASHES = SCRIPTS.map(
  ([, code]) => `sha256-${createHash('sha256').update(code).digest('base64')}` as const,
);

/** Minifies them. As files of their own, each would hold the first paint back by a new connection. */
export function bootScripts(): Plugin {
  return {
    name: 'cairn-boot-scripts',
    enforce: 'pre',
    load(id) {
      const [, code] = SCRIPTS.find(([file]) => id === `${file}?raw`) ?? [];
      return code && `export default ${JSON.stringify(code)}`;
    },
  };
}
