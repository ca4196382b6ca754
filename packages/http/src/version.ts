import manifest from '../package.json' with { type: 'json' };

/** Version of the suite: all packages have the same. */
export const VERSION = manifest.version;
