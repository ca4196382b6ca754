import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { StartError } from './start-error.ts';

/** One built file of the wallet page, held in memory. */
export interface WalletFile {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** True when its name carries a hash of its content, so that it never changes. */
  readonly immutable: boolean;
}

/** The wallet page and everything that it loads. */
export interface WalletFiles {
  /** `index.html`, served at `/` and nowhere else. */
  readonly page: WalletFile;
  /** By exact path (`/assets/index-B7x….js`): requests are looked up here and never reach the file system. */
  readonly assets: ReadonlyMap<string, WalletFile>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Vite puts files with hashed names here. */
const HASHED_FOLDER = '/assets/';

/**
 * Reads the built wallet page. Hidden files are left out.
 * @throws StartError when the folder holds no built page
 */
export async function loadWalletFiles(directory: string): Promise<WalletFiles> {
  const assets = new Map<string, WalletFile>();
  for (const path of await listFiles(directory)) {
    assets.set(path, {
      body: await readFile(join(directory, path)),
      contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
      immutable: path.startsWith(HASHED_FOLDER),
    });
  }
  const page = assets.get('/index.html');
  if (page === undefined) throw notBuilt(directory);
  assets.delete('/index.html');
  return { page, assets };
}

async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notBuilt(directory);
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(directory).length).replaceAll('\\', '/'))
    .filter((path) => !path.includes('/.'));
}

function notBuilt(directory: string): StartError {
  return new StartError(
    `There is no built wallet page in ${directory}: run "npm run build -w gateway" first.`,
  );
}
