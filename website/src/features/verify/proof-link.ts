/** How the text of a receipt begins, in every version. */
export const RECEIPT_TEXT = 'cairn-proof-';

/** The Verify page's URL with a receipt's text in its fragment, which browsers do not send to any server. @param href of the page */
export function proofLink(href: string, text: string): string {
  const url = new URL(href);
  url.hash = text;
  return url.href;
}

/** The text of a receipt in a URL's fragment; `undefined` without one. @param hash with its `#` */
export function proofOf(hash: string): string | undefined {
  return hash.startsWith(`#${RECEIPT_TEXT}`) ? hash.slice(1) : undefined;
}
