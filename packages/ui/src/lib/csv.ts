// The browser build of csv-stringify, because its main build needs Node's `Buffer`. It takes 10 KiB compressed: load
// this module on click.
import { type Options, stringify } from 'csv-stringify/browser/esm/sync';
import { saveFile } from './save-file.ts';
import { isoTime } from './time.ts';

/** A text, or a number for calculations. Amounts in CRN are texts with a decimal point, never negative. */
export type CsvField = string | number | bigint;

/** The start of a formula inside a text, for programs that also split fields at semicolons, tabs or line ends. */
const INNER_FORMULA = /((?:^[\s\p{Cc}]|[;\t\r\n])[\s\p{Cc}"]*)([=+\-@＝＋－＠])/gu;

const OPTIONS: Options = {
  record_delimiter: 'windows',
  // Puts an apostrophe before a text that a spreadsheet would run as a formula.
  escape_formulas: true,
  cast: { string: (text) => text.replace(INNER_FORMULA, "$1'$2") },
  // Quotes texts with semicolons, tabs or line ends, at which some programs split fields.
  quoted_match: /[;\t]/,
  quote_record_delimiter: true,
};

/**
 * First line of a CSV file (RFC 4180): the column names, after a byte order mark. Without the mark Excel would read
 * names and labels as Windows-1252; CSV libraries skip it.
 */
export function csvHead(columns: readonly string[]): string {
  return stringify([[...columns]], { ...OPTIONS, bom: true });
}

/** Lines of a CSV file, each ended by CR LF. Formulas in texts are escaped; numbers are unchanged. */
export function csvRows(rows: readonly (readonly CsvField[])[]): string {
  return stringify(rows as CsvField[][], OPTIONS);
}

/** A time as a field: `2026-01-31T23:59:59Z`. @param seconds Unix seconds */
export const csvTime = (seconds: number): string => isoTime(seconds).replace('.000Z', 'Z');

/** Saves the parts of a CSV file as a download. */
export function saveCsv(name: string, parts: readonly string[]): void {
  saveFile(name, new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
}
