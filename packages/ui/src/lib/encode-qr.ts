import { encode } from 'uqr';

/** Width of the light margin around the code in squares; the standard requires four. */
const QUIET_ZONE = 4;

/**
 * Encodes a text as the squares of a QR code, including the quiet zone: `1` for dark and `0` for light, row by row.
 * Separate from the component, because encoding takes most of the time and a server can do it.
 * @param correction error correction level: up to 7 % (L) or 15 % (M) of the code may be damaged
 */
export function encodeQr(value: string, correction: 'L' | 'M' = 'M'): string {
  const { data } = encode(value, { ecc: correction, border: QUIET_ZONE });
  return data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')).join('');
}
