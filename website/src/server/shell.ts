/**
 * Whether this process writes the pages of a static host (`build/export-static.ts`): each page then serves every
 * address of its kind, asks nothing, and leaves its place to the browser.
 */
export const RENDERS_SHELLS: boolean = process.env['CAIRN_WEBSITE_SHELLS'] === '1';
