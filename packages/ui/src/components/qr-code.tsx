import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** Width of the light margin around the code in squares; the standard requires four. */
const QUIET_ZONE = 4;

/**
 * A code as a path of unit squares in a square of so many.
 * @param dense with the least error correction, and with the pattern that suits it best: trying all eight takes ten times as long
 */
export function qrPath(value: string, dense: boolean): { size: number; path: string } {
  const { data } = encode(value, { border: QUIET_ZONE, ecc: dense ? 'L' : 'M', maskPattern: dense ? -1 : 0 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: data.length, path: squares.join('') };
}

/**
 * A QR code, dark on white in every theme so that cameras can read it.
 * @param props.value the encoded text
 * @param props.dense uses the least error correction, for long texts on a clean screen
 * @param props.label name of the code, for screen readers
 */
export function QrCode({ value, label, dense = false }: { value: string; label: string; dense?: boolean }) {
  const { size, path } = useMemo(() => qrPath(value, dense), [value, dense]);
  return (
    <svg
      class="c-qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
