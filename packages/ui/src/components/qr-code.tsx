import { useMemo } from 'preact/hooks';
import { encodeQr } from '../lib/encode-qr.ts';

/**
 * A QR code.
 * @param props.value the encoded text
 * @param props.dense uses the least error correction, for long texts on a clean screen
 * @param props.label name of the code, for screen readers
 */
export function QrCode({ value, label, dense = false }: { value: string; label: string; dense?: boolean }) {
  const squares = useMemo(() => encodeQr(value, dense ? 'L' : 'M'), [value, dense]);
  return <QrSquares squares={squares} label={label} />;
}

/** A single light square, which is drawn as an empty code. */
const EMPTY_CODE = '0';

/**
 * A QR code that is already encoded, dark on white in every theme so that cameras can read it.
 * @param props.squares result of `encodeQr`; while it is absent, an empty code reserves the space
 * @param props.label name of the code, for screen readers
 */
export function QrSquares({ squares, label }: { squares: string | undefined; label: string }) {
  const { size, path } = useMemo(() => drawSquares(squares ?? EMPTY_CODE), [squares]);
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

function drawSquares(squares: string): { size: number; path: string } {
  const size = Math.sqrt(squares.length);
  const dark = Array.from(squares, (square, index) =>
    square === '1' ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  );
  return { size, path: dark.join('') };
}
