/*
 * Leads to a page in the reader's language, before it shows: the one chosen here before, else the browser's first that the
 * site speaks. An address that names a language keeps it. A classic script in <head>, beside the theme's: `display.tsx`
 * writes the same key.
 */
(() => {
  if (document.documentElement.lang !== 'en') return;
  /** @type {string | null} */
  let language = null;
  try {
    language = localStorage.getItem('cairn-language');
  } catch {
    // Storage is forbidden here: the browser's languages decide.
  }
  language ??=
    navigator.languages.map((one) => one.slice(0, 2)).find((one) => one === 'en' || one === 'de') ?? 'en';
  if (language === 'de') {
    const { pathname, search, hash } = location;
    location.replace('/de' + (pathname === '/' ? '' : pathname) + search + hash);
  }
})();
