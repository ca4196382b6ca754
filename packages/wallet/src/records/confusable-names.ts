import unhomoglyph from 'unhomoglyph';
import { cleanText, foldName } from '../entry-text.ts';

/**
 * Whether two names look the same: equal but for case, width and compatibility variants, or for characters that are
 * confused with each other (UTS 39 section 4: equal skeletons), such as Latin and Cyrillic letters, `l` and `I`, `rn` and
 * `m`.
 */
export function looksLikeName(one: string, other: string): boolean {
  const [left, right] = [likenessesOf(one), likenessesOf(other)];
  return left.some((likeness, index) => likeness === right[index]);
}

/** The forms of a name that are compared: letters of either case have confusables of their own. */
function likenessesOf(name: string): string[] {
  const folded = foldName(name);
  return [folded, skeletonOf(folded), skeletonOf(cleanText(name).normalize('NFKC'))];
}

/** UTS 39 section 4: decomposed, each character replaced by its prototype, decomposed again. */
function skeletonOf(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD');
}
