/**
 * Runs in the wallet's page. Marks `interactive` when the password's field can be typed into and nothing long runs any
 * more, `pressed` at a click, and `overview` when the screen of the open wallet is there.
 */
const has = (selector) => document.querySelector(selector) !== null;
const isMarked = (name) => performance.getEntriesByName(name).length > 0;
const mark = (name, startTime = performance.now()) => performance.mark(name, { startTime });
let isReady = false;

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    if (has('input[type=password]') && !isMarked('pressed')) mark('interactive', startTime + duration);
}).observe({ type: 'longtask' });

new MutationObserver(() => {
  if (!isReady && has('input[type=password]:enabled')) {
    isReady = true;
    // After the frame that shows it.
    requestAnimationFrame(() => setTimeout(() => mark('interactive')));
  }
  if (has('nav a[aria-current=page]') && has('main h1') && !isMarked('overview')) mark('overview');
}).observe(document, { childList: true, subtree: true, attributes: true });

addEventListener('click', () => mark('pressed'), { capture: true });
