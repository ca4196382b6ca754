import type { ClientDirective } from 'astro';

/** Longest wait for the first paint of a page that was opened, in milliseconds: a hidden window draws none. */
const PAINT_MS = 300;

/** Of a page that the browser prerenders: resolves once it is laid out, and once it is opened and painted. At once for others. */
const { laidOut, opened } = watchPrerendering();

/**
 * Resolves when the previous island is hydrated or has failed; for the first island, when the page is opened. One per
 * page, because a page loads this module once.
 */
let previous: Promise<unknown> = Promise.resolve(opened);

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * The directive `client:queued`: hydrates islands in separate tasks. All islands of a page wait for the same shared
 * script; in a single task, the browser would not react to input until the last island is hydrated.
 *
 * A browser prerenders a page while the pointer rests on its link (`public/speculation-rules.json`), often for less than
 * 200 ms. Its scripts load once it is laid out, so that they do not delay what is painted when it is opened. Its islands
 * wait until then: before that, it requests nothing from the API, opens no event stream and verifies nothing.
 *
 * What is inert, as in the preview build, stays as the server rendered it.
 */
const queued: ClientDirective = async (load, _options, island) => {
  if (island.closest('[inert]') !== null) return;
  await laidOut;
  const hydrate = await load();
  const hydrated = previous.then(nextTask).then(hydrate);
  // An error of this island is reported by the `await` below and must not block the next island.
  previous = hydrated.catch(() => undefined);
  await hydrated;
};

export default queued;

function watchPrerendering() {
  if (!(document as { prerendering?: boolean }).prerendering) return {};
  const once = (name: string) =>
    new Promise((resolve) => document.addEventListener(name, resolve, { once: true }));
  // A hidden page draws no frames, so it is laid out only when it is opened, unless something measures it before.
  // Once it is parsed, and not with `DOMContentLoaded`, which waits for its modules too.
  const parsed = document.readyState === 'loading' ? once('readystatechange') : Promise.resolve();
  const laidOut = parsed.then(() => document.body.getBoundingClientRect());
  const opened = once('prerenderingchange').then(firstPaint);
  return { laidOut, opened };
}

/** Resolves once the page is on the screen. Its frames do not tell: browsers begin several before they show the first one. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, PAINT_MS);
  });
}
