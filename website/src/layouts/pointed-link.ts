/**
 * How long the pointer must be on a link before its page is prerendered, in milliseconds. A quick crossing takes less; a slow one
 * prerenders a page that is not opened.
 */
const REST_MS = 30;

let timer: ReturnType<typeof setTimeout> | undefined;
let pointed: HTMLAnchorElement | undefined;
let marked: HTMLAnchorElement | undefined;

/**
 * Marks the link on which the pointer stays; `public/speculation-rules.json` tells the browser to prerender its page.
 * The browser's own hover rule waits 200 ms, longer than many people do. The mark stays until the pointer stays on
 * another link, so at most one page is prepared because of it.
 */
export function markPointedLinks(): void {
  addEventListener('pointerover', onPointerOver, { passive: true });
}

function onPointerOver({ target, pointerType }: PointerEvent): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link === (pointed ?? null)) return;
  clearTimeout(timer);
  pointed = link ?? undefined;
  if (link === null || pointerType !== 'mouse') return;
  timer = setTimeout(() => {
    if (marked !== link) marked?.removeAttribute('data-pointed');
    marked = link;
    link.setAttribute('data-pointed', '');
  }, REST_MS);
}
