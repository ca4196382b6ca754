import type { Address } from '@cairn/protocol';
import { Identifier } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { nameOfAddress } from '../lib/names.ts';
import { t } from '../messages/messages.ts';

/** Whom a transfer is for, in short: the name that its owner gave, else both ends of the address. */
export function RecipientName({ address }: { address: Address }) {
  const { wallet } = useWallet();
  const name = nameOfAddress(wallet, address);
  if (name !== undefined) return <strong title={address}>{name}</strong>;
  return <Identifier value={address} what={t('outbox.recipient_what')} length="short" copy={false} />;
}
