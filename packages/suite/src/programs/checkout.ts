import { join } from 'node:path';
import { buildIfChanged, buildWebsite, trySiteBuild, walletBuild } from '../checkout/build.ts';
import { inRoot } from '../checkout/paths.ts';
import type { Programs, Progress } from './programs.ts';

export type { Progress } from './programs.ts';

/** Folder of `buildPrograms`, whose programs `npm test` starts, instead of the sources. */
const BUILT = process.env['CAIRN_PROGRAMS'];

export const PROGRAMS: Programs =
  BUILT === undefined
    ? {
        node: inRoot('node/bin/cairn.mjs'),
        gateway: inRoot('gateway/bin/cairn-gateway.mjs'),
        website: inRoot('website/server/main.ts'),
      }
    : {
        node: join(BUILT, 'node.js'),
        gateway: join(BUILT, 'gateway.js'),
        website: join(BUILT, 'website.js'),
      };

/**
 * Builds the wallet page and the website if their sources changed.
 * @returns the folder of the website's build
 * @throws Error with the output of a failed build
 */
export async function providePages({ say = () => undefined, signal }: Progress = {}): Promise<string> {
  await buildIfChanged(walletBuild(), say, signal);
  return buildWebsite(say, signal);
}

/** Builds the site whose chain lives in the visitor's tab, if its sources changed. @returns its folder */
export async function provideTrySite(progress: Progress = {}): Promise<string> {
  const build = trySiteBuild(await providePages(progress));
  await buildIfChanged(build, progress.say ?? (() => undefined), progress.signal);
  return build.output;
}
