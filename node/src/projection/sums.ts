import { MAX_U64 } from '@cairn/protocol';

const U64_DIGITS = 20;

/**
 * A sum as a monetary field. Those are unsigned 64-bit numbers (section 2.1), and a sum over the same coins coming and
 * going may pass that: it then stays at the highest one.
 * @param exact decimal digits
 */
export function formatSum(exact: string): string {
  if (exact.length < U64_DIGITS) return exact;
  return BigInt(exact) > MAX_U64 ? String(MAX_U64) : exact;
}
