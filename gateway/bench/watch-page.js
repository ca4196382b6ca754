/**
 * Runs in the wallet page. Marks `interactive` when the password can be typed and no long task runs, `pressed` at a click,
 * and `overview` when the overview is shown.
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
    // After it is painted.
    requestAnimationFrame(() => setTimeout(() => mark('interactive')));
  }
  if (has('nav a[aria-current=page]') && has('main h1') && !isMarked('overview')) mark('overview');
}).observe(document, { childList: true, subtree: true, attributes: true });

addEventListener('click', () => mark('pressed'), { capture: true });
