import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'tsdown';
import { threadScripts } from '../../scripts/lib/thread-scripts.ts';
import published from './tsdown.config.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** Plugin: a module finds its files where its source is, and Node takes the output for modules. */
function atHome() {
  return {
    name: 'cairn-at-home',
    transform: {
      filter: { code: /import\.meta\.(?:url|dirname)\b/ },
      handler(code, id) {
        const places = { url: pathToFileURL(id).href, dirname: dirname(id) };
        return code.replaceAll(/import\.meta\.(url|dirname)\b/g, (_, name) => JSON.stringify(places[name]));
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' });
    },
  };
}

/** The programs of the checkout in a few files, for tests: they start in half the time of their sources. */
export default defineConfig({
  ...published,
  entry: {
    node: join(ROOT, 'node/bin/cairn.mjs'),
    gateway: join(ROOT, 'gateway/bin/cairn-gateway.mjs'),
    website: join(ROOT, 'website/server/main.ts'),
  },
  target: 'node24',
  inputOptions: { resolve: { conditionNames: ['node'] } },
  plugins: [threadScripts(ROOT), atHome()],
});
