import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Imports of WebAssembly as an ES module (`import * as wasm from './library.wasm'`), as libsecp256k1 has them: the file is an asset,
 * fetched and compiled while the modules load, which therefore wait for it.
 */
export const wasmModules = (): Plugin => ({
  name: 'cairn-wasm-modules',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.wasm')) return undefined;
    const module = new WebAssembly.Module(await readFile(id));
    const sources = [...new Set(WebAssembly.Module.imports(module).map(({ module: source }) => source))];
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    return [
      ...sources.map((source, place) => `import * as source${place} from ${JSON.stringify(source)};`),
      `import url from ${JSON.stringify(`${id}?url`)};`,
      `const imports = { ${sources.map((source, place) => `${JSON.stringify(source)}: source${place}`).join(', ')} };`,
      // Not `instantiateStreaming`, which fails on hosts that serve the file as another type.
      'const bytes = await (await fetch(url)).arrayBuffer();',
      'const { instance } = await WebAssembly.instantiate(bytes, imports);',
      `export const { ${names.join(', ')} } = instance.exports;`,
    ].join('\n');
  },
});
