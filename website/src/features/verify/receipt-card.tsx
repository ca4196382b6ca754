import { isCoinbase, type Address } from '@cairn/protocol';
import { Amount, Badge, Icon, Identifier, Timestamp, type Tone } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useTranslations } from './texts.ts';
import './receipt-card.css';

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
        <span class="receipt__arrow" aria-hidden="true">
          <Icon name="arrow-right" />
        </span>
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

/** Stones drawn at most; a higher pile looks the same. */
const MOST_STONES = 7;
const STONE_HEIGHT = 7;

/**
 * The blocks on top of a transaction's block as a pile of stones on its own, the lowest.
 * @param count blocks on top
 */
export function StonesOnTop({ count, confirmations }: { count: number; confirmations: string }) {
  const { t } = useTranslations();
  const drawn = Math.min(count, MOST_STONES);
  const height = (drawn + 1) * STONE_HEIGHT + 2;
  return (
    <div class="stones c-row">
      <svg viewBox={`0 0 48 ${height}`} height={height} width="48" aria-hidden="true">
        {Array.from({ length: drawn + 1 }, (_, at) => (
          <ellipse
            key={at}
            class={at === 0 ? 'stones__own' : undefined}
            cx={24 + (at === 0 ? 0 : [2, -1.6, 1, -1.2][at % 4]!)}
            cy={height - STONE_HEIGHT / 2 - 1 - at * STONE_HEIGHT}
            rx={23 - (at * 15) / MOST_STONES - (at % 2)}
            ry={STONE_HEIGHT / 2 + 0.2}
          />
        ))}
      </svg>
      <p class="c-lines c-small">
        <strong>{count === 0 ? t('receipt.noStone') : t('receipt.stones', { count })}</strong>
        <span class="c-muted">{confirmations}</span>
      </p>
    </div>
  );
}
