import { encode } from 'uqr';

/** Quiet modules around the code; the standard asks for four. */
const QUIET_ZONE = 4;

/**
 * The squares of a QR code, its quiet zone included: `1` for dark and `0` for light, row by row. Their number is the square
 * of the code's width. Apart from the component, since this is most of its work and a server may have done it.
 * @param correction share of the code that may be damaged: L 7 %, M 15 %
 */
export function encodeQr(value: string, correction: 'L' | 'M' = 'M'): string {
  const { data } = encode(value, { ecc: correction, border: QUIET_ZONE });
  return data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')).join('');
}
