import { useMemo } from 'preact/hooks';
import { encodeQr } from '../qr/encode-qr.ts';
import { QrSquares } from './qr-squares.tsx';

/**
 * A QR code.
 * @param props.value the text in it
 * @param props.label what it is, for those who do not see it
 */
export function QrCode({ value, label }: { value: string; label: string }) {
  const squares = useMemo(() => encodeQr(value), [value]);
  return <QrSquares squares={squares} label={label} />;
}
