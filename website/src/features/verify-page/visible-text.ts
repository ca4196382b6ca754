/**
 * Control characters but for tab and line feed, format characters (bidirectional ones too), letters that paint nothing (Hangul
 * fillers, the empty Braille pattern), and what is no character.
 */
const HIDDEN =
  /([[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\t\n]])/v;

/**
 * A text in parts, each second of which names a character that is not seen by its code point, such as `U+202E`: some of them change
 * the direction in which the text is read.
 */
export function visibleText(text: string): readonly string[] {
  return text
    .split(HIDDEN)
    .map((part, place) => (place % 2 === 0 ? part : `U+${hexOf(part.codePointAt(0)!)}`));
}

const hexOf = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');
