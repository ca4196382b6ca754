import type { TransactionDetail } from '@cairn/api/explorer';
import { parsePebbles, TRANSACTION_SIZE } from '@cairn/protocol';
import { Amount, Card, Identifier, type KeyValue, KeyValueList, numberText, Timestamp } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { Depth } from './depth.tsx';
import { TransactionFlow } from './transaction-flow.tsx';
import { TransactionSignature } from './transaction-signature.tsx';
import { isCoinbase } from './transaction-table.tsx';

export interface TransactionFactsProps {
  transaction: TransactionDetail;
  /** Height of the newest status. */
  tip: number | undefined;
}

/** A confirmed transaction: sender and recipient, block, and signature. */
export function TransactionFacts({ transaction, tip }: TransactionFactsProps) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      <TransactionFlow transaction={transaction} />
      <div class="columns">
        <Card title={t('transaction.place')} flush>
          <KeyValueList items={placeOf(transaction, tip, words)} />
        </Card>
        <Card title={t('transaction.contents')} flush>
          <KeyValueList items={contentsOf(transaction, words)} />
        </Card>
      </div>
      {transaction.unlock_sig !== null && (
        <TransactionSignature coinbase={isCoinbase(transaction)} unlock={transaction.unlock_sig} />
      )}
    </>
  );
}

function placeOf(transaction: TransactionDetail, tip: number | undefined, words: Words): KeyValue[] {
  const { t, count, link } = words;
  const { block_height: height } = transaction;
  return [
    {
      label: t('column.block'),
      value: (
        <a class="height-link" href={link.block(height)}>
          {count(height)}
        </a>
      ),
    },
    {
      label: t('block.confirmations'),
      value: <Depth confirmations={transaction.confirmations} blockHeight={height} tip={tip} />,
      hint: t('depth.hint'),
    },
    { label: t('block.time'), value: <Timestamp seconds={transaction.block_timestamp} show="both" /> },
    {
      label: t('transaction.position'),
      value: count(transaction.transaction_index),
      hint: t('transaction.positionHint'),
    },
    {
      label: t('block.id'),
      value: (
        <Identifier
          value={transaction.block_id}
          what={t('what.blockId')}
          href={link.block(transaction.block_id)}
        />
      ),
    },
  ];
}

function contentsOf(transaction: TransactionDetail, words: Words): KeyValue[] {
  const { t, count } = words;
  const coinbase = isCoinbase(transaction);
  return [
    ...(coinbase
      ? [{ label: t('transaction.fee'), value: t('transaction.feeNone') }]
      : feeOf(transaction, words)),
    {
      label: t('transaction.nonce'),
      value: count(transaction.nonce),
      hint: t(coinbase ? 'transaction.nonceCoinbase' : 'transaction.nonceHint'),
    },
    { label: t('transaction.chain'), value: transaction.chain },
    { label: t('transaction.size'), value: t('common.bytes', { count: TRANSACTION_SIZE }) },
  ];
}

/** The fee, what it is for each byte, and what the sender is out of. */
function feeOf(transaction: TransactionDetail, { t, locale }: Words): KeyValue[] {
  const fee = parsePebbles(transaction.fee);
  const rate = numberText(Number(fee) / TRANSACTION_SIZE, locale, 2);
  return [
    {
      label: t('transaction.fee'),
      value: <Amount value={fee} />,
      hint: t('transaction.feeRateValue', { rate }),
    },
    {
      label: t('transaction.leaves'),
      value: <Amount value={parsePebbles(transaction.value) + fee} />,
      hint: t('transaction.leavesHint'),
    },
  ];
}
