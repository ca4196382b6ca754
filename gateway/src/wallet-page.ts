import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import express, { type RequestHandler } from 'express';
import { PERMISSIONS_POLICY } from './security-headers.ts';
import { StartError } from './start-error.ts';

const INDEX = 'index.html';
const CONDITIONAL_HEADERS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/**
 * Lists the files of the built wallet page, as paths such as `/assets/index-B7x….js`. Requests for other paths never reach
 * the file system. `index.html` is not in the list: it is served at `/` only.
 * @throws StartError if the folder contains no built page
 */
export async function listWalletFiles(directory: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(directory).length).replaceAll(sep, '/'));
  const files = new Set(paths.filter((path) => !path.includes('/.')));
  if (files.delete(`/${INDEX}`)) return files;
  throw new StartError(
    `There is no built wallet page in ${directory}: run "npm run build -w gateway" first.`,
  );
}

/**
 * Serves the page and its files. Browsers may cache files with hashed names for a year, must not store the page, and must
 * revalidate other files. A file that was removed since the gateway started is an error.
 * @param setCookie returns the value of the page's `Set-Cookie`; `undefined` for none
 */
export function serveWalletPage(directory: string, setCookie: () => string | undefined): RequestHandler {
  const page = join(directory, INDEX);
  const hashed = join(directory, 'assets') + sep;
  const serve = express.static(directory, {
    index: INDEX,
    redirect: false,
    fallthrough: false,
    dotfiles: 'ignore',
    acceptRanges: false,
    cacheControl: false,
    etag: false,
    lastModified: false,
    setHeaders(response, path) {
      const isHashed = path.startsWith(hashed);
      response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (path !== page) return;
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Permissions-Policy', PERMISSIONS_POLICY.page);
      const cookie = setCookie();
      if (cookie !== undefined) response.setHeader('Set-Cookie', cookie);
    },
  });
  return (request, response, next) => {
    // Always send the whole file: it has no `ETag` or `Last-Modified` that a conditional request could name.
    for (const name of CONDITIONAL_HEADERS) delete request.headers[name];
    serve(request, response, next);
  };
}
