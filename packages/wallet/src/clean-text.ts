/**
 * Invisible characters: control, format, private-use and unassigned characters, lone surrogates, and line and paragraph
 * separators. Some format characters change the reading direction.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A name, note or label as it is stored: without invisible characters, which would let one name look like another, with
 * single spaces as its only white space, and in Unicode's composed form (NFC).
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\n\r]/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Like {@link cleanText}, and cut to at most `length` UTF-16 code units, but not within a character. */
export function fitText(text: string, length: number): string {
  return cleanText(cleanText(text).slice(0, length));
}

/** The form in which names are compared: in lower case and without compatibility variants, such as full width. */
export function foldName(name: string): string {
  return cleanText(name).normalize('NFKC').toLowerCase();
}
