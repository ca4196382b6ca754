import { ProtocolError } from './errors.ts';

/**
 * An amount in pebbles, the smallest unit: 0 to 2^64 - 1; a difference may be negative. An alias instead of a branded type:
 * the sum of two branded amounts is a plain `bigint`, so every calculation would need a cast.
 */
export type Amount = bigint;

/** Pebbles, the smallest unit, in one CRN. */
export const PEBBLES_PER_CRN = 100_000_000n;
/** Decimal places of an amount in CRN. */
export const COIN_DECIMALS = 8;
export const MAX_U32 = 0xffff_ffff;
export const MAX_U64 = 0xffff_ffff_ffff_ffffn;

/** Why a typed amount is invalid. */
export type AmountProblem = 'empty' | 'not_a_number' | 'negative' | 'too_many_decimals' | 'too_large';

function invalidAmount(reason: AmountProblem, message: string): ProtocolError {
  return new ProtocolError('invalid_amount', message, { reason });
}

/**
 * Parses a monetary field of an API (interface document, section 2.1).
 * @param text canonical decimal digits of an unsigned 64-bit number of pebbles: no sign, no leading zero
 * @throws ProtocolError `invalid_amount` with `data.reason` `not_a_number` or `too_large`
 */
export function parsePebbles(text: string): Amount {
  if (!/^(?:0|[1-9]\d{0,19})$/.test(text))
    throw invalidAmount('not_a_number', 'not a whole number of pebbles');
  const pebbles = BigInt(text);
  if (pebbles > MAX_U64) throw invalidAmount('too_large', 'more than 2^64 - 1 pebbles');
  return pebbles;
}

/** The decimal string of a monetary field of an API, in pebbles. */
export function formatPebbles(pebbles: Amount): string {
  return pebbles.toString(10);
}

/**
 * Parses an amount in CRN as a person types it, exactly.
 * @param text digits with at most one point and at most eight decimals: `12`, `0.5`, `.5`, `12.`; white space around it is
 *   ignored
 * @returns pebbles, 0 to 2^64 - 1
 * @throws ProtocolError `invalid_amount` with `data.reason`, an `AmountProblem`
 */
export function parseCoins(text: string): Amount {
  if (typeof text !== 'string') throw invalidAmount('not_a_number', 'an amount is a text, such as "1.5"');
  const trimmed = text.trim();
  if (trimmed === '') throw invalidAmount('empty', 'no amount');
  if (/^-[\d.]+$/.test(trimmed)) throw invalidAmount('negative', 'an amount cannot be negative');
  const match = /^(\d*)(?:\.(\d*))?$/.exec(trimmed);
  const whole = match?.[1] ?? '';
  const fraction = match?.[2] ?? '';
  if (match === null || whole + fraction === '') throw invalidAmount('not_a_number', 'not a decimal number');
  if (fraction.length > COIN_DECIMALS) throw invalidAmount('too_many_decimals', 'at most eight decimals');
  const digits = (whole + fraction.padEnd(COIN_DECIMALS, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > 20) throw invalidAmount('too_large', 'more than 2^64 - 1 pebbles');
  return parsePebbles(digits);
}

export interface CoinFormat {
  /** Minimum number of decimals, 0–8; 0 by default. */
  readonly minimumFractionDigits?: number;
  /** True to separate thousands by commas; false by default. */
  readonly group?: boolean;
}

/** Formats an amount exactly in CRN; trailing zeros beyond `minimumFractionDigits` are dropped. */
export function formatCoins(pebbles: Amount, format: CoinFormat = {}): string {
  const { minimumFractionDigits = 0, group = false } = format;
  const sign = pebbles < 0n ? '-' : '';
  const magnitude = pebbles < 0n ? -pebbles : pebbles;
  const whole = (magnitude / PEBBLES_PER_CRN).toString();
  const decimals = (magnitude % PEBBLES_PER_CRN).toString().padStart(COIN_DECIMALS, '0');
  const fraction = decimals.replace(/0+$/, '').padEnd(minimumFractionDigits, '0');
  const grouped = group ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  return `${sign}${grouped}${fraction === '' ? '' : `.${fraction}`}`;
}
