import { useMemo } from 'preact/hooks';
import { encodeQr } from '../qr/encode-qr.ts';
import { QrSquares } from './qr-squares.tsx';

/**
 * A QR code.
 * @param props.value the text in it
 * @param props.dense with the least correction of errors, for much text on a clean screen
 * @param props.label what it is, for those who do not see it
 */
export function QrCode({ value, label, dense = false }: { value: string; label: string; dense?: boolean }) {
  const squares = useMemo(() => encodeQr(value, dense ? 'L' : 'M'), [value, dense]);
  return <QrSquares squares={squares} label={label} />;
}
