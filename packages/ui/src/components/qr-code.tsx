import { useMemo } from 'preact/hooks';
import { encode } from 'uqr';

/** Quiet modules around the code; the standard asks for four. */
const QUIET_ZONE = 4;

/**
 * A QR code, dark on white in every theme so that cameras read it.
 * @param props.value the text in it
 * @param props.label what it is, for those who do not see it
 */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => drawQr(value), [value]);
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

function drawQr(value: string): { size: number; path: string } {
  const { data, size } = encode(value, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
