import type { Address } from '@cairn/protocol';
import { QrSquares } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../messages/context.tsx';

export interface AddressCodeProps {
  address: Address;
  /** The code's squares where the server encoded them; else the browser does, with a script that it fetches then. */
  code: string | undefined;
}

/** An address for cameras. */
export function AddressCode({ address, code }: AddressCodeProps) {
  const { t } = useWords();
  const [squares, setSquares] = useState(code);
  useEffect(() => {
    if (code !== undefined) return undefined;
    let gone = false;
    const draw = async () => {
      const { encodeQr } = await import('@cairn/ui/encode-qr.js');
      if (!gone) setSquares(encodeQr(address));
    };
    void draw();
    return () => {
      gone = true;
    };
  }, [address, code]);
  return <QrSquares squares={squares} label={t('address.qr', { address })} />;
}
