import { useMemo } from 'preact/hooks';

/** One light square: as much of a square as any code. */
const LIGHT = '0';

/**
 * A QR code that is encoded already, dark on white in every theme so that cameras read it.
 * @param props.squares what `encodeQr` made; absent while it is on its way: then only the place is there
 * @param props.label what it is, for those who do not see it
 */
export function QrSquares({ squares, label }: { squares: string | undefined; label: string }) {
  const { size, path } = useMemo(() => drawSquares(squares ?? LIGHT), [squares]);
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
  const dark = Array.from(squares, (square, at) =>
    square === '1' ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '',
  );
  return { size, path: dark.join('') };
}
