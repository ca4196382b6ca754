import type { TransactionDetail } from '@cairn/api/explorer';
import { bytesToHex, encodeTransaction, hexToBytes, parsePebbles } from '@cairn/protocol';
import { CodeBlock } from '@cairn/ui';
import { useTranslations } from '../messages/translations.ts';
import { HexBlock, RawData } from './raw-data.tsx';

/** A collapsed card: the transaction's bytes, encoded from its fields, and the API's answer as JSON. */
export function TransactionRaw({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslations();
  return (
    <RawData title={t('transaction.raw')}>
      {() => {
        const raw = rawOf(transaction);
        return (
          <>
            <h3>{t('transaction.rawHex')}</h3>
            <p class="c-small c-muted">
              {t(raw === undefined ? 'transaction.rawMissing' : 'transaction.rawHint')}
            </p>
            {raw !== undefined && <HexBlock hex={raw} what={t('what.raw')} />}
            <h3>{t('transaction.rawJson')}</h3>
            <CodeBlock code={JSON.stringify(transaction, undefined, 2)} what={t('what.json')} />
          </>
        );
      }}
    </RawData>
  );
}

/** The highest value of the chain byte. */
const MAX_CHAIN = 0xff;

/** The 213 bytes in hexadecimal; `undefined` without a signature, or if the chain number does not fit into a byte. */
function rawOf(transaction: TransactionDetail): string | undefined {
  if (transaction.unlock_sig === null || transaction.chain > MAX_CHAIN) return undefined;
  return bytesToHex(
    encodeTransaction({
      chain: transaction.chain,
      nonce: transaction.nonce,
      fee: parsePebbles(transaction.fee),
      value: parsePebbles(transaction.value),
      fromAddress: transaction.from_address,
      toAddress: transaction.to_address,
      unlockSig: hexToBytes(transaction.unlock_sig),
    }),
  );
}
