import { Identifier, type KeyValue, KeyValueList } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';

/** Hex characters of each half of an unlock signature: 64 bytes of signature, 64 bytes of public key. */
const HALF = 128;

export interface TransactionSignatureProps {
  coinbase: boolean;
  /** 128 bytes in hexadecimal. */
  unlock: string;
}

/** Behind one press, for those who want the bytes. What unlocks a transaction: signature and key of the sender; a coinbase has bytes of the miner's choice instead. */
export function TransactionSignature({ coinbase, unlock }: TransactionSignatureProps) {
  const words = useWords();
  const { t } = words;
  return (
    <details class="raw c-card c-card--flush">
      <summary class="raw__title">{t(coinbase ? 'transaction.freeBytes' : 'transaction.signature')}</summary>
      <KeyValueList items={coinbase ? [minerBytes(unlock, words)] : signatureOf(unlock, words)} />
    </details>
  );
}

function signatureOf(unlock: string, { t }: Words): KeyValue[] {
  return [
    {
      label: t('transaction.signature'),
      value: <Identifier value={unlock.slice(0, HALF)} what={t('what.signature')} length="whole" />,
    },
    {
      label: t('transaction.publicKey'),
      value: <Identifier value={unlock.slice(HALF)} what={t('what.publicKey')} length="whole" />,
      hint: t('transaction.publicKeyHint'),
    },
  ];
}

/** The coinbase's free bytes; most miners leave them zero. */
function minerBytes(unlock: string, { t }: Words): KeyValue {
  return {
    label: t('transaction.minerBytes'),
    value: /^0+$/.test(unlock) ? (
      <span class="c-muted">{t('transaction.zeroBytes', { count: unlock.length / 2 })}</span>
    ) : (
      <Identifier value={unlock} what={t('what.minerBytes')} length="whole" />
    ),
    hint: t('transaction.minerBytesHint'),
  };
}
