import type { ClientDirective } from 'astro';

/** Ends when the island before has been brought to life. One for the page: this file is loaded once. */
let before: Promise<void> = Promise.resolve();

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Brings islands to life one task after another. All of a page's islands wait for the same shared script; without turns
 * the browser would answer to nothing until the last of them is done.
 */
const inTurn: ClientDirective = async (load) => {
  const hydrate = await load();
  const turn = before.then(nextTask).then(hydrate);
  // An island that fails says so by itself, and does not keep the next one waiting.
  before = turn.catch(() => undefined);
  await turn;
};

export default inTurn;
