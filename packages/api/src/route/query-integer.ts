/** Why a string is not an integer, as FastAPI names it (API-DECISIONS, explorer section). */
export type QueryIntegerError = 'int_parsing' | 'int_parsing_size';

/** Maximum length of an integer, including the sign; for the error of a longer one, see `parseQueryInteger`. */
export const MAX_INTEGER_LENGTH = 4_300;

/** Unicode's White_Space. Unlike JavaScript's `trim`, it includes U+0085 and excludes U+FEFF. */
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const PLAIN = /^[0-9]{1,15}$/;
const CANONICAL = /^-?(?:0|[1-9][0-9]*)$/;
const LEADING_NUMBER = /^-?(?:0|[1-9][0-9]*)/;

/**
 * Parses a query parameter as an integer like FastAPI (pydantic 2.13, lax mode), which differs from both JavaScript and
 * Python. Accepted: surrounding white space, one sign, leading zeros, single underscores between digits, and a fraction of
 * zeros: `5`, `+5`, `05`, ` 1 `, `1_0`, `5.0`, `-0`, `1_0.000`. Refused: the empty string, `5.`, `.0`, `1e1`, `0x5`, `_1`,
 * `1_`, `1__0`, `5.0_0`, `+ 5`, `--5`, and digits other than ASCII. Two measured oddities of pydantic are reproduced:
 * underscores among leading zeros may repeat (`0__5` is 5), and zeros may precede a minus (`0-5` is −5).
 *
 * The length is checked before normalization: the error is `int_parsing_size` only if the text starts with a canonical
 * number of more than 4,300 characters; a long number that needs normalization (` 1…`, `+1…`) is an `int_parsing`.
 */
export function parseQueryInteger(text: string): bigint | QueryIntegerError {
  if (PLAIN.test(text)) return BigInt(text);
  const leading = LEADING_NUMBER.exec(text)?.[0] ?? '';
  if (leading.length > MAX_INTEGER_LENGTH) return 'int_parsing_size';
  const canonical = normalize(trim(text));
  if (canonical === undefined || canonical.length > MAX_INTEGER_LENGTH || !CANONICAL.test(canonical)) {
    return 'int_parsing';
  }
  return BigInt(canonical);
}

/** Removes white space at both ends in linear time. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Removes plus sign, leading zeros, zero fraction and underscores; the result may still not be a number. */
function normalize(text: string): string | undefined {
  const negative = text.startsWith('-');
  const unsigned = negative || text.startsWith('+') ? text.slice(1) : text;
  if (text.startsWith('+') && unsigned.startsWith('-')) return undefined;
  const digits = withoutLeadingZeros(unsigned);
  if (digits === undefined) return undefined;
  const whole = digits.replace(/\.0+$/, '');
  if (whole.startsWith('_') || whole.endsWith('_') || whole.includes('__')) return undefined;
  return (negative ? '-' : '') + whole.replaceAll('_', '');
}

/** `000_12` → `12`, `00` → `0`, `00.0` → `0.0`; `undefined` if the text is not the start of a number. */
function withoutLeadingZeros(text: string): string | undefined {
  if (/^[1-9-]/.test(text)) return text;
  if (!text.startsWith('0')) return undefined;
  const end = /^[0_]+/.exec(text)![0].length;
  const next = text.charAt(end);
  if (next === '' || next === '.') return text.slice(end - 1);
  return /[1-9-]/.test(next) ? text.slice(end) : undefined;
}
