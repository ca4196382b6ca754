/**
 * Runs in the wallet page before its own scripts, and adds performance marks:
 * - `interactive` when the password field is painted and enabled, and again at the end of each later long task (50 ms
 *   or more) before the first click; the last mark counts,
 * - `pressed` at each click,
 * - `overview` when the overview is shown for the first time.
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
    // The timer runs after the frame in which the field is painted.
    requestAnimationFrame(() => setTimeout(() => mark('interactive')));
  }
  if (has('nav a[aria-current=page]') && has('main h1') && !isMarked('overview')) mark('overview');
}).observe(document, { childList: true, subtree: true, attributes: true });

addEventListener('click', () => mark('pressed'), { capture: true });
