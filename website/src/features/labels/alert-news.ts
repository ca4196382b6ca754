import type { AddressState, TransactionDetail } from '@cairn/api/explorer';
import { type AccountState, movementOf } from './last-visit.ts';
import type { Translations } from './texts.ts';

/** What happened to a transaction or an address that the reader wants to hear of. */
export interface News {
  /** The ID or address. */
  readonly about: string;
  readonly title: string;
  readonly text: string;
  /** True if there is nothing more to wait for. */
  readonly isLast: boolean;
}

/** How news are written. */
export interface Wording {
  readonly translations: Translations;
  /** The label of an address or ID, or its short form. */
  readonly nameOf: (reference: string) => string;
}

/**
 * News of a transaction: it has as many confirmations as were waited for, or its block has left the chain.
 * @param found as it was last seen in a block; `undefined` while it is in none
 * @param isGone true if no block of the chain holds it any more
 */
export function transactionNews(
  found: Pick<TransactionDetail, 'id' | 'confirmations' | 'block_height'> | undefined,
  isGone: boolean,
  depth: number,
  { translations: { t }, nameOf }: Pick<Wording, 'translations' | 'nameOf'>,
): News | undefined {
  if (found === undefined) return undefined;
  const { id: about, confirmations, block_height: height } = found;
  const name = nameOf(about);
  if (isGone)
    return { about, title: t('alert.news.left'), text: t('alert.news.leftText', { name }), isLast: false };
  if (confirmations < depth) return undefined;
  const title = t('alert.news.depth', { count: confirmations });
  return { about, title, text: t('alert.news.depthText', { name, height }), isLast: true };
}

/** News of an address whose balance or nonce has changed. */
export function addressNews(
  before: AccountState,
  now: AddressState,
  { translations: { t, amount: amountText }, nameOf }: Wording,
): News | undefined {
  const moved = movementOf(before, now);
  if (moved === undefined) return undefined;
  const { change, sent } = moved;
  const about = now.address;
  const name = nameOf(about);
  const amount = amountText(change < 0n ? -change : change);
  const title =
    change === 0n
      ? t('alert.news.moves', { name })
      : t(change < 0n ? 'alert.news.out' : 'alert.news.in', { name, amount });
  return { about, title, text: sent === 0 ? '' : t('alert.news.sent', { count: sent }), isLast: false };
}
