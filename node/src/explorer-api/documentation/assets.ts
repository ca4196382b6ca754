import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A file that the documentation pages load from this server. */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** Path that changes with the content, so that browsers may cache it forever. */
  readonly path: string;
}

const require = createRequire(import.meta.url);

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const STYLESHEET = 'text/css; charset=utf-8';

const ASSET_FILES = {
  'swagger-ui.css': [require.resolve('swagger-ui-dist/swagger-ui.css'), STYLESHEET],
  'swagger-ui-bundle.js': [require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), JAVASCRIPT],
  'swagger-init.js': [ownFile('swagger-init.js'), JAVASCRIPT],
  'redoc.standalone.js': [require.resolve('redoc/bundles/redoc.standalone.js'), JAVASCRIPT],
  'redoc-init.js': [ownFile('redoc-init.js'), JAVASCRIPT],
  'documentation.css': [ownFile('documentation.css'), STYLESHEET],
  'favicon.png': [require.resolve('swagger-ui-dist/favicon-32x32.png'), 'image/png'],
} as const satisfies Record<string, readonly [file: string, contentType: string]>;

export type AssetName = keyof typeof ASSET_FILES;

/** All assets by name, read once. */
export type Assets = Readonly<Record<AssetName, Asset>>;

/** Reads the assets from the installed packages and from the folder `browser`. */
export function loadAssets(): Assets {
  const entries = Object.entries(ASSET_FILES).map(([name, [file, contentType]]) => {
    const bytes = readFileSync(file);
    const version = hash('sha256', bytes).slice(0, 16);
    return [name, { name, contentType, bytes, path: `/docs/assets/${version}/${name}` }] as const;
  });
  return Object.fromEntries(entries) as Assets;
}

function ownFile(name: string): string {
  return fileURLToPath(new URL(`browser/${name}`, import.meta.url));
}
