import { useMemo } from 'preact/hooks';

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
