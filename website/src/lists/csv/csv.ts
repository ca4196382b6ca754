/** Marks of a formula in spreadsheets, which run them from a file that a stranger had a part in. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * One line of a CSV file (RFC 4180). A field that a spreadsheet would take for a formula gets an apostrophe before it;
 * a field with commas, quotes or line breaks stands in quotes.
 */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(field: string | number): string {
  const text = typeof field === 'string' && FORMULA.test(field) ? `'${field}` : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
