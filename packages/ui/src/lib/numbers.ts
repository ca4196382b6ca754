/**
 * Separators by language, between groups of digits and before the fraction; all other languages use the English ones.
 */
const SEPARATORS: Readonly<Record<string, readonly [group: string, point: string]>> = {
  de: ['.', ','],
};
const ENGLISH = [',', '.'] as const;

/** Group and decimal separators of a language. */
export function separatorsOf(locale: string): readonly [group: string, point: string] {
  return SEPARATORS[locale] ?? ENGLISH;
}

/**
 * Separates the digits of a whole number into groups of three: `1,234`, `1.234`.
 * @param digits with or without a sign
 */
export function groupDigits(digits: string, locale: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, separatorsOf(locale)[0]);
}

/**
 * Formats a number for a language, rounded to `maximumDecimals`, without trailing zeros beyond `minimumDecimals`; a
 * `bigint` has no decimals. It uses `Intl` only for numbers that `toFixed` cannot write in digits, because a browser
 * needs tens of milliseconds to create the first format, and every page would wait for it.
 */
export function numberText(
  value: number | bigint,
  locale: string,
  maximumDecimals = 0,
  minimumDecimals = 0,
): string {
  if (typeof value === 'bigint') return groupDigits(value.toString(), locale);
  // `toFixed` writes larger numbers in exponential notation, and NaN as a word.
  if (!(Math.abs(value) < 1e21)) return new Intl.NumberFormat(locale).format(value);
  const [whole = '', fraction = ''] = value.toFixed(maximumDecimals).split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(minimumDecimals, '0');
  const sign = whole.startsWith('-') && /[1-9]/.test(whole + kept) ? '-' : '';
  const grouped = groupDigits(whole.replace('-', ''), locale);
  return sign + grouped + (kept === '' ? '' : separatorsOf(locale)[1] + kept);
}
