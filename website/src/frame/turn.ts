import type { ClientDirective } from 'astro';

/** Ends when the island before has been brought to life. One for the page: this file is loaded once. */
let before: Promise<unknown> = inSight();

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Brings islands to life one task after another. All of a page's islands wait for the same shared script; without turns
 * the browser would answer to nothing until the last of them is done.
 *
 * A browser prerenders a page while the pointer rests on its link (`public/speculation-rules.json`). Its islands wait until
 * it is opened: before that it asks the API nothing, opens no event stream and verifies nothing.
 */
const inTurn: ClientDirective = async (load) => {
  const hydrate = await load();
  const turn = before.then(nextTask).then(hydrate);
  // An island that fails says so by itself, and does not keep the next one waiting.
  before = turn.catch(() => undefined);
  await turn;
};

export default inTurn;

/** At once; on a prerendered page with its first frame after it was opened, so that scripts do not delay that frame. */
async function inSight(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return;
  // A hidden page draws no frames, so it is laid out only when it is opened, unless something measures it before.
  document.addEventListener('DOMContentLoaded', () => document.body.getBoundingClientRect(), { once: true });
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}
