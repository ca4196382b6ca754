import { dirname, relative, resolve } from 'node:path';
import type { UserConfig } from 'tsdown';

/** `new URL('path/name.ts', import.meta.url)`: the script of a thread. */
const SCRIPT = /new URL\(\s*(?<quote>['"`])(?<path>[^'"`]+)\.ts\k<quote>,\s*import\.meta\.url,?\s*\)/g;

/**
 * Plugin of the bundler: makes an entry of each script that a thread runs, at the same path below the output folder as below
 * `root`, so that two scripts of one name stay apart. A script that does not exist fails the build.
 * @param root absolute path of the folder that contains all scripts
 */
export function threadScripts(root: string): UserConfig['plugins'] {
  return {
    name: 'cairn-thread-scripts',
    transform: {
      filter: { code: SCRIPT },
      handler(code, id) {
        return code.replaceAll(SCRIPT, (_url, _quote, path: string) => {
          const script = resolve(dirname(id), path);
          const fileName = `${relative(root, script)}.js`;
          const reference = this.emitFile({ type: 'chunk', id: `${script}.ts`, fileName });
          return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`;
        });
      },
    },
  };
}
