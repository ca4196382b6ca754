import {
  MAX_U32,
  MAX_U64,
  parseCoins,
  ProtocolError,
  type AmountProblem as CoinProblem,
} from '@cairn/protocol';

/** Why a typed amount is not one. */
export type AmountProblem = CoinProblem | 'comma' | 'exponent' | 'zero';

export type AmountEntry =
  { readonly ok: true; readonly pebbles: bigint } | { readonly ok: false; readonly problem: AmountProblem };

/** Largest amount and fee that fit in a transaction, in pebbles (u64 and u32). */
export const MAX_VALUE = MAX_U64;
export const MAX_FEE = BigInt(MAX_U32);

/** Lowest fee that a node takes into its mempool, in pebbles (PROTOCOL.md section 7). */
export const MIN_FEE = 1n;

/**
 * Reads an amount in CRN as a person types it, exactly: digits with at most one point and eight decimals, white space
 * around it, "CRN" behind it. Nothing is rounded and nothing is guessed: a comma may mean thousands or decimals, so it
 * is asked back. Zero and more than `maximum` pebbles are problems too.
 */
export function parseAmountEntry(text: string, maximum: bigint = MAX_VALUE): AmountEntry {
  const typed = text.trim().replace(/\s*CRN$/i, '');
  if (/^[\d.,]*,[\d.,]*$/.test(typed)) return problem('comma');
  if (/^\d+(?:\.\d+)?e[+-]?\d+$/i.test(typed)) return problem('exponent');
  // A minus sign as it is typeset, besides the one on the keyboard.
  return judge(typed.replace(/^[−–]/, '-'), maximum);
}

function judge(typed: string, maximum: bigint): AmountEntry {
  try {
    const pebbles = parseCoins(typed);
    if (pebbles === 0n) return problem('zero');
    return pebbles > maximum ? problem('too_large') : { ok: true, pebbles };
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'invalid_amount') {
      return problem(error.data?.['reason'] as CoinProblem);
    }
    throw error;
  }
}

function problem(problem: AmountProblem): AmountEntry {
  return { ok: false, problem };
}
