import { isCoinbase, type Address } from '@cairn/protocol';
import { Amount, Badge, Identifier, Skeleton, Timestamp, type Tone } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { defineTexts } from './translations.ts';
import './receipt-card.css';

const { useTranslations } = defineTexts({
  'receipt.label': ['Receipt', 'Beleg'],
  'receipt.amount': ['Amount', 'Betrag'],
  'receipt.fee': ['plus a fee of {fee}', 'zuzüglich {fee} Gebühr'],
  'receipt.from': ['From', 'Von'],
  'receipt.to': ['To', 'An'],
  'receipt.toItself': ['To itself', 'An sich selbst'],
  'receipt.newCoins': ['New coins and the block’s fees', 'Neue Coins und die Gebühren des Blocks'],
  'receipt.sender': ['sender’s address', 'Adresse des Absenders'],
  'receipt.recipient': ['recipient’s address', 'Adresse des Empfängers'],
});

interface ReceiptCardProps {
  /** What became of the payment. */
  readonly status: { readonly tone: Tone; readonly text: string };
  /** Pebbles. */
  readonly value: bigint;
  /** Pebbles; none for a coinbase, which pays no fee. */
  readonly fee: bigint;
  readonly fromAddress: Address;
  readonly toAddress: Address;
  /** Time of its block, in Unix seconds. */
  readonly time?: number | undefined;
  /** Below the tear line: what lies on top of it, and what can be done with it. */
  readonly children?: ComponentChildren;
}

/** A transaction as a receipt: what became of it and when, the amount, sender and recipient. */
export function ReceiptCard(props: ReceiptCardProps) {
  const { status, value, fee, fromAddress, toAddress, time, children } = props;
  const { t, rich, link } = useTranslations();
  const isReward = isCoinbase({ fromAddress });
  return (
    <section class="c-card c-stack receipt" aria-label={t('receipt.label')}>
      <header class="c-row c-row--between">
        <Badge tone={status.tone} dot>
          {status.text}
        </Badge>
        {time !== undefined && (
          <span class="c-muted c-small">
            <Timestamp seconds={time} show="both" />
          </span>
        )}
      </header>
      <div>
        <p class="receipt__value">
          <span class="c-visually-hidden">{t('receipt.amount')} </span>
          <Amount value={value} large />
        </p>
        {!isReward && <p class="c-muted c-small">{rich('receipt.fee', { fee: <Amount value={fee} /> })}</p>}
      </div>
      <dl class="receipt__parties">
        <div>
          <dt class="c-muted c-small">{t('receipt.from')}</dt>
          <dd>
            {isReward ? (
              t('receipt.newCoins')
            ) : (
              <Identifier value={fromAddress} what={t('receipt.sender')} href={link.address(fromAddress)} />
            )}
          </dd>
        </div>
        <div>
          <dt class="c-muted c-small">
            {fromAddress === toAddress ? t('receipt.toItself') : t('receipt.to')}
          </dt>
          <dd>
            <Identifier value={toAddress} what={t('receipt.recipient')} href={link.address(toAddress)} />
          </dd>
        </div>
      </dl>
      {children !== undefined && <footer class="receipt__foot c-row c-row--between">{children}</footer>}
    </section>
  );
}

/** The shape of a receipt, until its transaction loads. */
export function WaitingReceipt() {
  return (
    <div class="c-card c-stack receipt receipt--waiting" aria-busy="true">
      <Skeleton width="short" />
      <Skeleton width="medium" />
      <Skeleton width="long" />
      <Skeleton width="long" />
      <div class="receipt__foot" />
    </div>
  );
}
