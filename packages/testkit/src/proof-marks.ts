/** What a page says of the proof of its parts. Each function reads the `document` and can be sent to a browser as it is. */

/** Text of the parts that stand as computed from checked bytes, without what is inside them the server's word. */
export const provenText = (): string =>
  [...document.querySelectorAll('main [data-proof="proven"]')]
    .map((region) => {
      const copy = region.cloneNode(true) as Element;
      for (const part of copy.querySelectorAll('[data-proof="none"]')) part.remove();
      return copy.textContent;
    })
    .join('\n');

/**
 * Figures, times, addresses and IDs of a page's main part, hidden ones too, that no mark speaks for. What the page's URL says is no
 * claim of anybody.
 */
export function unmarked(): string[] {
  const found: string[] = [];
  const isAsked = (text: string) => text.length >= 8 && location.pathname.includes(text);
  const walk = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    const text = node.textContent!.trim();
    const isSaid = node.parentElement!.closest('[data-proof], script, style, noscript, .personal') !== null;
    if (!isSaid && /\d/.test(text) && !isAsked(text)) found.push(text);
  }
  return found;
}
