/** The part of the Trusted Types API that is used here; TypeScript's DOM library does not declare it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string;
  };
}

const factory = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

/**
 * The page's only Trusted Types policy (`trusted-types cairn`): allows script URLs of this site only.
 * @throws TypeError for a URL of another origin
 */
const policy = factory?.createPolicy('cairn', { createScriptURL: ownScript });

/** A worker's URL as the page's policy requires it: `new Worker(trustedUrl(workerUrl), { type: 'module' })`. */
export function trustedUrl(url: string): string {
  return policy === undefined ? ownScript(url) : policy.createScriptURL(url);
}

function ownScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError(`script of another origin: ${url}`);
  return url;
}
