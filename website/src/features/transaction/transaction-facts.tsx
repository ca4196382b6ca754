import type { TransactionDetail } from '@cairn/api/explorer';
import { parsePebbles, TRANSACTION_SIZE } from '@cairn/protocol';
import { Amount, Card, Identifier, type KeyValue, KeyValueList, numberText } from '@cairn/ui';
import { HexBlock, RawData } from '../../site/code-block.tsx';
import { useTranslations, type Translations } from './texts.ts';
import { isCoinbase } from '../lists/index.ts';
import { rawOf } from './unconfirmed.tsx';

export interface TransactionFactsProps {
  /** `undefined` until it loads. */
  transaction: TransactionDetail | undefined;
  /** True if all but the position in the block is proven, which no path to a Merkle root shows. */
  isProven: boolean;
}

/** What the receipt does not say of a confirmed transaction. */
export function TransactionFacts({ transaction, isProven }: TransactionFactsProps) {
  const translations = useTranslations();
  const { t, count, link, locale } = translations;
  const isReward = transaction !== undefined && isCoinbase(transaction);
  const position = transaction && count(transaction.transaction_index);
  const fee = transaction && parsePebbles(transaction.fee);
  const perByte = Number(fee) / TRANSACTION_SIZE;
  const items: readonly KeyValue[] = [
    {
      label: t('transaction.position'),
      value:
        isProven && position !== undefined ? (
          <span data-proof="none">{t('transaction.positionSaid', { position })}</span>
        ) : (
          position
        ),
      hint: transaction && t('transaction.positionHint'),
    },
    {
      label: t('block.id'),
      value: transaction && (
        <Identifier
          value={transaction.block_id}
          what={t('what.blockId')}
          href={link.block(transaction.block_id)}
        />
      ),
    },
    ...(isReward
      ? []
      : [
          {
            label: t('transaction.leaves'),
            value: fee === undefined ? undefined : <Amount value={parsePebbles(transaction!.value) + fee} />,
            hint:
              transaction &&
              t('transaction.feeRate', { rate: numberText(perByte, locale, perByte < 0.1 ? 4 : 2) }),
          },
        ]),
    {
      label: t('transaction.nonce'),
      value: transaction && count(transaction.nonce),
      hint: transaction && t(isReward ? 'transaction.nonceCoinbase' : 'transaction.nonceHint'),
    },
    { label: t('transaction.chain'), value: transaction?.chain },
  ];
  return (
    <Card title={t('transaction.details')} flush>
      <KeyValueList items={items} />
    </Card>
  );
}

/** Hex characters of each half of an unlock signature: 64 bytes of signature, 64 bytes of public key. */
const HALF = 128;

function signatureItems(unlock: string, { t }: Translations): KeyValue[] {
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

/** The account root of a coinbase, and its free bytes; most miners leave these zero. */
function coinbaseItems(unlock: string, { t }: Translations): KeyValue[] {
  const free = unlock.slice(ROOT_DIGITS);
  return [
    {
      label: t('transaction.accountRoot'),
      value: <Identifier value={unlock.slice(0, ROOT_DIGITS)} what={t('what.accountRoot')} length="whole" />,
      hint: t('transaction.accountRootHint'),
    },
    {
      label: t('transaction.minerBytes'),
      value: /^0+$/.test(free) ? (
        <span class="c-muted">{t('transaction.zeroBytes', { count: free.length / 2 })}</span>
      ) : (
        <Identifier value={free} what={t('what.minerBytes')} length="whole" />
      ),
      hint: t('transaction.minerBytesHint'),
    },
  ];
}
/** Hex digits of an account root. */
const ROOT_DIGITS = 64;

/** A collapsed card: the signature, or what a miner has written in its place, and the bytes, encoded from the fields. */
export function TransactionRaw({ transaction }: { transaction: TransactionDetail }) {
  const translations = useTranslations();
  const { t } = translations;
  const { unlock_sig: unlock } = transaction;
  const itemsOf = isCoinbase(transaction) ? coinbaseItems : signatureItems;
  return (
    <RawData title={t('common.raw')}>
      {() => {
        const raw = rawOf(transaction);
        return (
          <>
            {unlock !== null && <KeyValueList items={itemsOf(unlock, translations)} />}
            <p class="c-small c-muted">
              {t(raw === undefined ? 'transaction.rawMissing' : 'transaction.rawHint')}
            </p>
            {raw !== undefined && <HexBlock hex={raw} what={t('what.raw')} />}
          </>
        );
      }}
    </RawData>
  );
}
