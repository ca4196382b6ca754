/*
 * Sets the remembered theme before the first paint. Load it in <head> as a classic script (`<script src>`), so that
 * it runs before anything shows; it is external because the pages allow no inline script. Same key as `lib/theme.ts`.
 */
(() => {
  const show = () => {
    try {
      const theme = localStorage.getItem('cairn-theme');
      if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
      else delete document.documentElement.dataset.theme;
    } catch {
      // Storage is forbidden here: the page follows the system.
    }
  };
  show();
  // Another page may have chosen since this one was prerendered, or left for Back.
  document.addEventListener('prerenderingchange', show);
  addEventListener('pageshow', ({ persisted }) => persisted && show());
})();
