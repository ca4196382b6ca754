import { parsePebbles, type Address } from '@cairn/protocol';
import { isCancellation, type OutboxItem } from '@cairn/wallet';
import { takenBackBy } from '../lib/replacements.ts';
import { useWallet } from '../lib/context.ts';
import { t } from '../messages/messages.ts';
import { Rich } from '../messages/rich.tsx';
import { outboxOf } from '../model/state.ts';
import { Amount } from './amount.tsx';
import { Identifier } from '@cairn/ui';
import { nameOfAddress } from '../lib/names.ts';

/** How much to whom, by which nonce; of a cancellation what it takes back, as far as that is known. */
export function OutboxFacts({ item: { entry } }: { item: OutboxItem }) {
  const { state } = useWallet();
  const nonce = String(entry.nonce);
  const cancels = isCancellation(entry);
  const takenBack = cancels ? takenBackBy(entry.id, outboxOf(state)) : undefined;
  if (cancels && takenBack === undefined) return <>{t('outbox.what_cancellation', { nonce })}</>;
  const { value, toAddress } = takenBack ?? { value: parsePebbles(entry.value), toAddress: entry.toAddress };
  const amount = <Amount value={value} />;
  const recipient = <RecipientName address={toAddress} />;
  return <Rich k={cancels ? 'outbox.what_cancels' : 'outbox.what'} values={{ amount, recipient, nonce }} />;
}

/** Whom a transfer is for, in short: the name that its owner gave, else both ends of the address. */
export function RecipientName({ address }: { address: Address }) {
  const { wallet } = useWallet();
  const name = nameOfAddress(wallet, address);
  if (name !== undefined) return <strong title={address}>{name}</strong>;
  return <Identifier value={address} what={t('outbox.recipient_what')} length="short" copy={false} />;
}
