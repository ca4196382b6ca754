/** The part of the Trusted Types API that is used here; TypeScript's DOM library does not declare it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * What admits addresses of scripts, by a Trusted Types policy of its own, where the browser has that. Call it once a page.
 * @param policyName one of the page's `trusted-types`
 * @param urls all that it admits; it throws a TypeError for others
 */
export function scriptUrls(policyName: string, urls: readonly string[]): (url: string) => string {
  const admit = (url: string): string => {
    if (!urls.includes(url)) throw new TypeError(`not a script of this page: ${url}`);
    return url;
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy(policyName, { createScriptURL: admit });
  return (url) => policy?.createScriptURL(url) ?? admit(url);
}
