/*
 * Redirects to the page in the user's language before the page is shown: the language chosen earlier, else the first of
 * the browser's languages that the site has. A URL with a language prefix is not redirected. A classic script in
 * <head>; `display-settings.tsx` stores the choice.
 */
(() => {
  const { pathname, search, hash } = location;
  // A static host serves the English page for an unknown address with the prefix, too.
  if (document.documentElement.lang !== 'en' || /^\/de(\/|$)/.test(pathname)) return;
  /** @type {string | null} */
  let language = null;
  try {
    language = localStorage.getItem('cairn-language');
  } catch {
    // Storage is forbidden: the browser's languages decide.
  }
  language ??=
    navigator.languages.map((one) => one.slice(0, 2)).find((one) => one === 'en' || one === 'de') ?? 'en';
  if (language === 'de') location.replace('/de' + (pathname === '/' ? '' : pathname) + search + hash);
})();
