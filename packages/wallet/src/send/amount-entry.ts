import {
  formatCoins,
  formatPebbles,
  MAX_U32,
  MAX_U64,
  parseCoins,
  type AmountProblem as CoinProblem,
  ProtocolError,
} from '@cairn/protocol';

/**
 * Why a typed amount is invalid. `zero`: not more than zero; `not_a_number`: not written in digits with at most one point;
 * `too_many_decimals`: more than the unit has.
 */
export type AmountProblem = 'empty' | 'zero' | 'not_a_number' | 'too_many_decimals' | 'too_large';

export type AmountEntry =
  | { readonly ok: true; readonly pebbles: bigint }
  | { readonly ok: false; readonly problem: AmountProblem };

/** Largest value and largest fee that fit in a transaction, in pebbles (64 and 32 bits). */
export const MAX_VALUE = MAX_U64;
export const MAX_FEE = BigInt(MAX_U32);

/** Unit in which an amount is typed: CRN with a fraction, or the smallest unit. */
export type AmountUnit = 'crn' | 'pebbles';

export interface AmountEntryOptions {
  /** `crn` by default. */
  readonly unit?: AmountUnit;
  /** Maximum in pebbles; the largest value of a transaction by default. */
  readonly maximum?: bigint;
}

/**
 * Parses a typed amount exactly. CRN are digits with at most one point and eight decimals, pebbles are digits only.
 * White space around the amount and the unit's name after it are allowed. Nothing is rounded or guessed: a comma is
 * rejected, because it may separate thousands or decimals. Zero and more than `maximum` pebbles are also problems.
 */
export function parseAmountEntry(text: string, options: AmountEntryOptions = {}): AmountEntry {
  const { unit = 'crn', maximum = MAX_VALUE } = options;
  // A typographic minus sign or dash counts as a minus sign.
  const typed = withoutUnit(text.trim(), unit).replace(/^[−–]/, '-');
  return unit === 'crn' ? readCoins(typed, maximum) : readPebbles(typed, maximum);
}

/** An amount as text for its input field; {@link parseAmountEntry} returns the same amount. */
export function formatAmountEntry(pebbles: bigint, unit: AmountUnit): string {
  return unit === 'crn' ? formatCoins(pebbles) : formatPebbles(pebbles);
}

/**
 * Removes the unit of the field after the number. Another unit ("5 CRN" in pebbles) stays and makes the entry invalid.
 */
function withoutUnit(typed: string, unit: AmountUnit): string {
  return typed.replace(unit === 'crn' ? /\s*CRN$/i : /\s*pebbles?$/i, '');
}

function readPebbles(typed: string, maximum: bigint): AmountEntry {
  if (typed === '') return problem('empty');
  if (/^-\d+$/.test(typed)) return problem('zero');
  if (/^\d*\.\d*$/.test(typed) && typed !== '.') return problem('too_many_decimals');
  if (!/^\d+$/.test(typed)) return problem('not_a_number');
  return within(BigInt(typed), maximum);
}

function within(pebbles: bigint, maximum: bigint): AmountEntry {
  if (pebbles === 0n) return problem('zero');
  return pebbles > maximum ? problem('too_large') : { ok: true, pebbles };
}

function readCoins(typed: string, maximum: bigint): AmountEntry {
  try {
    return within(parseCoins(typed), maximum);
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'invalid_amount') {
      const reason = error.data?.['reason'] as CoinProblem;
      return problem(reason === 'negative' ? 'zero' : reason);
    }
    throw error;
  }
}

function problem(problem: AmountProblem): AmountEntry {
  return { ok: false, problem };
}
