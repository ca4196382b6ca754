export { KeepBrowser } from './keep-browser.tsx';
export { KeptBrowsers } from './kept-browsers.tsx';
