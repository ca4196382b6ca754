/**
 * Policy of a script that runs as a worker: it is bound by what comes with the script, not by the page's own. In a
 * script of a page these words mean nothing.
 * @param api origin that may be asked; absent where there is none
 */
export function scriptPolicy(api: string | undefined): string {
  return `default-src 'none'; script-src 'self'; connect-src ${api ?? "'none'"}`;
}
