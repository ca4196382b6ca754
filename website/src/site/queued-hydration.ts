import type { ClientDirective } from 'astro';

/**
 * Resolves when the previous island is hydrated or has failed; for the first island, when the page is opened. One per
 * page, because a page loads this module once.
 */
let previous: Promise<unknown> = untilOpened();

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * The directive `client:queued`: hydrates islands in separate tasks. All islands of a page wait for the same shared
 * script; in a single task, the browser would not react to input until the last island is hydrated.
 *
 * A browser prerenders a page while the pointer rests on its link (`public/speculation-rules.json`). The page's islands
 * wait until it is opened: before that, it requests nothing from the API, opens no event stream and verifies nothing.
 */
const queued: ClientDirective = async (load) => {
  const hydrate = await load();
  const hydrated = previous.then(nextTask).then(hydrate);
  // An error of this island is reported by the `await` below and must not block the next island.
  previous = hydrated.catch(() => undefined);
  await hydrated;
};

export default queued;

/**
 * Resolves at once; in a page that the browser prerendered, once it is opened and painted, so that scripts do not delay
 * its first frame.
 */
async function untilOpened(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return;
  // A hidden page draws no frames, so it is laid out only when it is opened, unless something measures it before.
  document.addEventListener('DOMContentLoaded', () => document.body.getBoundingClientRect(), { once: true });
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}
