import { useMemo } from 'preact/hooks';
import { encodeQr } from '../lib/encode-qr.ts';
import { QrSquares } from './qr-squares.tsx';

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
