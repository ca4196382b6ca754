import { saveFile } from '@cairn/ui';
import type { ProofFile } from './proof.ts';

/** A proof leaves the page as a link or as a file, both of which the Verify page checks offline. */

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

/** Downloads a proof. */
export function saveProof({ name, text }: ProofFile): void {
  saveFile(name, new Blob([text], { type: name.endsWith('.json') ? 'application/json' : 'text/plain' }));
}
