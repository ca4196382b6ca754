/** How languages write numbers: what groups the whole part, and what begins the fraction. */
const SEPARATORS: Readonly<Record<string, readonly [group: string, point: string]>> = {
  de: ['.', ','],
};
const ENGLISH = [',', '.'] as const;

/** Group and decimal separators of a language. */
export function separatorsOf(locale: string): readonly [group: string, point: string] {
  return SEPARATORS[locale] ?? ENGLISH;
}

/** Digits in groups of three: `1,234`, `1.234`. @param digits of a whole number, with or without a sign */
export function groupDigits(digits: string, locale: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, separatorsOf(locale)[0]);
}

/**
 * A number as its language writes it, rounded to at most `digits` decimals (none by default). It needs no `Intl`: a
 * browser takes tens of milliseconds to get ready for its first format, which every page would wait for.
 * @param least decimals that show even as zeros
 */
export function numberText(value: number | bigint, locale: string, digits = 0, least = 0): string {
  if (typeof value === 'bigint') return groupDigits(value.toString(), locale);
  // Larger numbers would be printed as a power of ten, and NaN as a word.
  if (!(Math.abs(value) < 1e21)) return new Intl.NumberFormat(locale).format(value);
  const [whole = '', fraction = ''] = value.toFixed(digits).split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0');
  const sign = whole.startsWith('-') && /[1-9]/.test(whole + kept) ? '-' : '';
  const grouped = groupDigits(whole.replace('-', ''), locale);
  return sign + grouped + (kept === '' ? '' : separatorsOf(locale)[1] + kept);
}
