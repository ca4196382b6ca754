// Shows the saved theme: see the setting of that name in lib/settings.ts.
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
  // Another page may have changed it since this one was opened, prerendered or cached.
  document.addEventListener('prerenderingchange', show);
  addEventListener('pageshow', ({ persisted }) => persisted && show());
  addEventListener('storage', show);
})();
