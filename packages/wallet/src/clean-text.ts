/** Invisible characters, and those that change the reading direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A name, note or label as it is stored: without invisible characters (they would let one name look like another), with
 * white space reduced to single spaces, in Unicode's composed form.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\n\r]/g, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** As {@link cleanText}, cut to at most `length` UTF-16 code units; no character is cut in two. */
export function fitText(text: string, length: number): string {
  return cleanText(cleanText(text).slice(0, length));
}

/** The form in which names are compared: without differences of case, width and compatibility variants. */
export function foldName(name: string): string {
  return cleanText(name).normalize('NFKC').toLowerCase();
}
