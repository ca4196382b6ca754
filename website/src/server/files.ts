import { globSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, sep } from 'node:path';
import { API_BASE_URL } from '../config.ts';
import { accepts, PACKED_TYPES, PACKINGS, type Packing } from './encodings.ts';
import { scriptPolicy } from './script-policy.ts';

/** A file of the site as one reader gets it. The adapter's own code asks for it (`build/node-server.ts`). */
export interface SentFile {
  /** Path of the file to send. */
  readonly path: string;
  /** Path that was asked for. */
  readonly asked: string;
  readonly packing: Packing | undefined;
}

/**
 * Which file answers a path: one that the build packed (`build/pack-files.ts`), where there is one and it is accepted.
 * @param folder absolute, of the built files
 * @param asked begins with `/`
 * @param accepted the request's `Accept-Encoding`
 */
export function fileToSend(folder: string, asked: string, accepted: string | undefined): SentFile {
  const packing = PACKINGS.find(
    ({ encoding, ending }) => accepts(accepted, encoding) && packedFiles(folder).has(asked + ending),
  );
  return { path: asked + (packing?.ending ?? ''), asked, packing };
}

const known = new Map<string, ReadonlySet<string>>();

/** Paths of the packed files of a build, which does not change while it is served. */
function packedFiles(folder: string): ReadonlySet<string> {
  const files =
    known.get(folder) ??
    new Set(globSync('**/*.{br,gz}', { cwd: folder }).map((file) => `/${file.split(sep).join('/')}`));
  known.set(folder, files);
  return files;
}

const apiOrigin = API_BASE_URL === undefined ? undefined : new URL(API_BASE_URL).origin;

/** Headers of every file: those of the pages that mean something for one, how it is packed, and of a script its policy. */
export function setFileHeaders(response: ServerResponse, { asked, packing }: SentFile): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  const type = PACKED_TYPES[extname(asked)];
  if (type !== undefined) response.setHeader('Vary', 'Accept-Encoding');
  if (asked.endsWith('.js')) response.setHeader('Content-Security-Policy', scriptPolicy(apiOrigin));
  if (packing === undefined || type === undefined) return;
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Encoding', packing.encoding);
}
