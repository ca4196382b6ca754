/** The fields of a `package.json`, or of its entry in `package-lock.json`, that name versions. */
export interface Versions {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Gives a package a version, and its dependencies on the suite's own packages the same one. */
export function setVersion(versions: Versions, own: ReadonlySet<string>, version: string): void {
  versions.version = version;
  const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = versions;
  for (const list of [dependencies, devDependencies, peerDependencies]) {
    for (const name of Object.keys(list)) if (own.has(name)) list[name] = version;
  }
}
