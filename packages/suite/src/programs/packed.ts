import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Programs, Progress } from './programs.ts';

export type { Progress } from './programs.ts';

/** Folder of the installed package `cairn-chain`. */
const PACKAGE = dirname(createRequire(import.meta.url).resolve('cairn-chain/package.json'));

export const PROGRAMS: Programs = {
  node: join(PACKAGE, 'bin/cairn.mjs'),
  gateway: join(PACKAGE, 'bin/cairn-gateway.mjs'),
  website: join(PACKAGE, 'dist/website.js'),
};

/** The package contains its pages. @returns the folder of the website's build */
export function providePages(_progress?: Progress): Promise<string> {
  return Promise.resolve(join(PACKAGE, 'website'));
}

/** The site whose chain lives in the visitor's tab. @returns its folder */
export function provideTrySite(_progress?: Progress): Promise<string> {
  return Promise.resolve(join(PACKAGE, 'try'));
}
