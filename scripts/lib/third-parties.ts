/** The npm packages of others that are in the published ones or are installed with them: their licences and versions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '@cairn/suite/checkout';

/** An entry of `package-lock.json`. */
interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const LOCK = (
  JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
).packages;

/** A package of others. */
export interface ThirdParty {
  /** From the root of the checkout, as in `package-lock.json`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** The lock file's checksum: `sha512-` and Base64. */
  readonly integrity: string;
}

/** @throws Error for a package that the lock file does not describe completely */
export function thirdParty(folder: string): ThirdParty {
  const name = folder.split('node_modules/').at(-1)!;
  const { version, integrity, license: licence } = LOCK[folder] ?? {};
  if (version === undefined || integrity === undefined || licence === undefined)
    throw new Error(`package-lock.json has no version, checksum or licence of ${folder}`);
  return { folder, name, version, licence, integrity };
}

/** Folders of the packages that a package of the lock file depends on, without those of this repository. */
export function dependenciesOf(folder: string): string[] {
  const { dependencies, optionalDependencies } = LOCK[folder]!;
  return lockedOf(folder, { ...dependencies, ...optionalDependencies });
}

/** Folders of the packages that a package of the lock file expects beside it. */
export function peersOf(folder: string): string[] {
  return lockedOf(folder, LOCK[folder]!.peerDependencies ?? {});
}

function lockedOf(folder: string, named: Readonly<Record<string, string>>): string[] {
  return Object.keys(named)
    .map((name) => resolveFrom(folder, name))
    .filter((found) => found !== undefined && LOCK[found]!.link !== true) as string[];
}

/** Where Node finds a package: in the next `node_modules` above. */
function resolveFrom(folder: string, name: string): string | undefined {
  for (let above = folder; ; above = above === '.' ? '' : dirname(above)) {
    const path = above === '' || above === '.' ? `node_modules/${name}` : `${above}/node_modules/${name}`;
    if (path in LOCK) return path;
    if (above === '' || above === '.') return undefined;
  }
}

/** These packages, and all that come with them. */
export function withDependencies(folders: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const dependency of dependenciesOf(folder)) add(dependency);
  };
  for (const folder of folders) add(folder);
  return [...found].toSorted();
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)|\.LICENSE\.txt$/i;

/** Licence and notice files of a package. */
function licenceTexts(folder: string): string[] {
  if (!existsSync(inRoot(folder))) return []; // for another platform, or a peer
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) =>
      readFileSync(join(inRoot(folder), name), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    );
}

const LINE = '='.repeat(80);

/**
 * The notices that the licences of bundled packages ask for: each text once, below the packages to which it belongs. A package
 * without a text of its own gets that of its licence, without a name.
 * @param folders packages whose code is in the bundle
 * @param extra further parts: what they are, and their text
 * @throws Error for a package of which no text is known
 */
export function describeLicences(
  folders: readonly string[],
  extra: readonly { readonly what: string; readonly text: string }[] = [],
): string {
  const parties = folders.map((folder) => ({ ...thirdParty(folder), texts: licenceTexts(folder) }));
  const textOf = (licence: string): string => {
    const model = parties.find((party) => party.licence === licence && party.texts.length > 0);
    if (model === undefined) throw new Error(`no package has a text of the licence ${licence}`);
    return model.texts[0]!.replaceAll(/^ *(?:copyright|\(c\)|©).*\n/gim, '').replaceAll(/\n{3,}/g, '\n\n');
  };
  const owners = new Map<string, Set<string>>();
  const add = (text: string, owner: string): unknown =>
    owners.set(text, (owners.get(text) ?? new Set()).add(owner));
  for (const { name, version, licence, texts } of parties) {
    const chosen = licence.includes(' OR MIT') ? 'MIT' : licence;
    for (const text of texts.length > 0 ? texts : [textOf(chosen)])
      add(text, `${name} ${version} (${licence})`);
  }
  for (const { what, text } of extra) add(text.trim(), what);
  const sections = [...owners].map(([text, names]) => `${LINE}\n${[...names].join('\n')}\n\n${text}\n`);
  return `This package contains software of others.\n\n${sections.join('\n')}`;
}

/** Name of the file with the notices. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';
