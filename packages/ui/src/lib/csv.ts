// The browser build: the other one needs Node's `Buffer`. It is 10 KiB compressed, so pages load this file at the click.
import { type Options, stringify } from 'csv-stringify/browser/esm/sync';

/** A text, or a number that spreadsheets calculate with. Amounts in CRN are texts with a point: never negative. */
export type CsvField = string | number | bigint;

/** A formula inside of a text, where a reader that divides fields by semicolons, tabs or lines too would find a field. */
const INNER_FORMULA = /((?:^[\s\p{Cc}]|[;\t\r\n])[\s\p{Cc}"]*)([=+\-@＝＋－＠])/gu;

const OPTIONS: Options = {
  record_delimiter: 'windows',
  // A text that a spreadsheet would run as a formula gets an apostrophe before it.
  escape_formulas: true,
  cast: { string: (text) => text.replace(INNER_FORMULA, "$1'$2") },
  // One field also for readers that divide by semicolons, tabs or single line feeds.
  quoted_match: /[;\t]/,
  quote_record_delimiter: true,
};

/**
 * First line of a CSV file (RFC 4180): the column names, after a byte order mark. Without the mark Excel reads names
 * and labels as Windows-1252; readers of CSV that are programs skip it.
 */
export function csvHead(columns: readonly string[]): string {
  return stringify([[...columns]], { ...OPTIONS, bom: true });
}

/** Lines of a CSV file, each ended by CR LF. Formulas in texts are disarmed; numbers stay as they are. */
export function csvRows(rows: readonly (readonly CsvField[])[]): string {
  return stringify(rows as CsvField[][], OPTIONS);
}
