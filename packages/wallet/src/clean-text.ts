/** Characters removed from names, notes and labels: invisible ones, and those that change the reading direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A name, note or label as it is kept: without characters that cannot be seen (a name could look like another one by
 * them), white space reduced to single spaces, in Unicode's composed form.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\n\r]/g, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** As {@link cleanText}, cut where it is longer than fits; no character is cut in two. @param length UTF-16 code units */
export function fitText(text: string, length: number): string {
  return cleanText(cleanText(text).slice(0, length));
}

/** The form in which two names count as the same: case, width and compatibility variants do not tell them apart. */
export function foldName(name: string): string {
  return cleanText(name).normalize('NFKC').toLowerCase();
}
