/** A character that is not seen, by its code point: `U+202E`. */
export interface Hidden {
  readonly name: string;
}

/**
 * Control characters but for tab and line feed, format characters (bidirectional ones too), letters that paint nothing (Hangul
 * fillers, the empty Braille pattern), and what is no character.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text in parts, with each character that is not seen named: some of them change the direction in which the text is read. */
export function visibleText(text: string): readonly (string | Hidden)[] {
  const parts: (string | Hidden)[] = [];
  let seen = '';
  const flush = () => {
    if (seen !== '') parts.push(seen);
    seen = '';
  };
  for (const character of text) {
    if (HIDDEN.test(character) && character !== '\n' && character !== '\t') {
      flush();
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      parts.push({ name: `U+${code}` });
    } else seen += character;
  }
  flush();
  return parts;
}
