/** Longest text, in characters, that can be shared by a URL. */
export const SHARE_LIMIT = 6_000;

/** How the text of a receipt begins, in every version. */
export const RECEIPT_TEXT = 'cairn-proof-';

export const isReceiptText = (text: string): boolean => text.startsWith(RECEIPT_TEXT);

/** Name of a text in the fragment that is not a proof. */
const NAME = 'input';

/**
 * The Verify page's URL with a text in its fragment, which browsers do not send to any server: a proof as it is, any other text
 * as `input=`.
 * @param href of the Verify page
 */
export function sharedAddress(href: string, text: string): string {
  const url = new URL(href);
  const trimmed = text.trim();
  url.hash = isReceiptText(trimmed) ? trimmed : new URLSearchParams({ [NAME]: compact(trimmed) }).toString();
  return url.href;
}

/** The text in a URL's fragment; `undefined` without one. @param hash with its `#` */
export function readShared(hash: string): string | undefined {
  const fragment = hash.replace(/^#/, '');
  return isReceiptText(fragment) ? fragment : (new URLSearchParams(fragment).get(NAME) ?? undefined);
}

/** JSON without white space, any other text as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
