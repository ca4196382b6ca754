/** Rows of one file: what a spreadsheet opens without trouble, and a thousand requests. */
export const EXPORT_LIMIT = 100_000;
