/** Longest text that an address carries. */
export const SHARE_LIMIT = 6_000;

const NAME = 'input';

/** The page's address with a text behind `#`, which browsers keep to themselves. */
export function sharedAddress(href: string, text: string): string {
  const url = new URL(href);
  url.hash = new URLSearchParams({ [NAME]: compact(text) }).toString();
  return url.href;
}

/** The text in an address's fragment; `undefined` without one. @param hash with its `#` */
export function readShared(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get(NAME) ?? undefined;
}

/** JSON without its white space, anything else as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text.trim(); // no JSON: hex, or something that the page will say it does not understand
  }
}
