import preact from '@astrojs/preact/server.js';

/**
 * Renders islands on the server. To find out whether a component is Preact's, the adapter's `check` renders it, and every
 * island of this site is: rendering each one twice took a third of the time of a page.
 */
export default { ...preact, check: (component: unknown) => Promise.resolve(typeof component === 'function') };
