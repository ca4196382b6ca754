import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Tarball } from './packing.ts';
import { dependenciesOf, thirdParty, withDependencies } from './third-parties.ts';

/** What an SBOM says of a package. */
interface Part {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier or expression. */
  readonly licence: string;
  readonly hash: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string };
}

const referenceOf = ({ name, version }: Pick<Part, 'name' | 'version'>): string => `${name}@${version}`;

function component(part: Part): object {
  const { name, version, licence, hash } = part;
  return {
    'bom-ref': referenceOf(part),
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [hash],
    licenses: [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }],
  };
}

function ownPart({ name, version, file }: Tarball): Part {
  const content = createHash('sha256').update(readFileSync(file)).digest('hex');
  return { name, version, licence: 'MIT', hash: { alg: 'SHA-256', content } };
}

function foreignPart(folder: string): Part {
  const { integrity, ...party } = thirdParty(folder);
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return { ...party, hash: { alg: 'SHA-512', content } };
}

/**
 * The SBOM of a release, as JSON in CycloneDX 1.5: its packages, those of others that are inside or installed with them, and
 * which needs which. It names no time and no random number.
 * @throws Error for a package without version, checksum or licence
 */
export function describeParts(tarballs: readonly Tarball[]): string {
  const own = new Map(tarballs.map((tarball) => [tarball.name, referenceOf(tarball)]));
  const folders = new Set([
    ...tarballs.flatMap(({ bundled }) => bundled),
    ...withDependencies(tarballs.flatMap(({ folder }) => dependenciesOf(folder))),
  ]);
  const foreign = new Map([...folders].toSorted().map((folder) => [folder, foreignPart(folder)]));
  const referencesOf = (needed: readonly string[]): string[] => {
    const parts = needed.flatMap((folder) => foreign.get(folder) ?? []);
    return [...new Set(parts.map(referenceOf))].toSorted();
  };
  const components = [...tarballs.map(ownPart), ...foreign.values()].map(component);
  const needs = [
    ...tarballs.map(({ folder, bundled, dependencies, ...tarball }) => ({
      ref: referenceOf(tarball),
      dependsOn: [
        ...dependencies.flatMap((name) => own.get(name) ?? []),
        ...referencesOf([...bundled, ...dependenciesOf(folder)]),
      ],
    })),
    ...[...foreign].map(([folder, part]) => ({
      ref: referenceOf(part),
      dependsOn: referencesOf(dependenciesOf(folder)),
    })),
  ];
  const described = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { 'bom-ref': 'cairn', type: 'application', name: 'cairn', version: tarballs[0]!.version },
    },
    components: unique(components, 'bom-ref'),
    dependencies: [{ ref: 'cairn', dependsOn: [...own.values()] }, ...unique(needs, 'ref')],
  };
  return `${JSON.stringify(described, undefined, 2)}\n`;
}

/** One of each: two folders may have the same version of a package. */
function unique<Item extends object>(items: readonly Item[], key: string): Item[] {
  return [...new Map(items.map((item) => [(item as Record<string, unknown>)[key], item])).values()];
}
