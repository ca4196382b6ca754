/** The part of the Trusted Types API that is used here; TypeScript's DOM library does not declare it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * What opens a worker of this build, by a Trusted Types policy of its own, which allows its script and no other. Call it once a page.
 * @param policyName one of the page's `trusted-types` (`astro.config.ts`)
 * @param url of the script @param name for debuggers
 */
export function workerOpener(policyName: string, url: string, name: string): () => Worker {
  const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(policyName, {
    createScriptURL: (asked) => {
      if (asked !== url) throw new TypeError(`not the worker's script: ${asked}`);
      return asked;
    },
  });
  return () => new Worker(policy?.createScriptURL(url) ?? url, { type: 'module', name });
}
