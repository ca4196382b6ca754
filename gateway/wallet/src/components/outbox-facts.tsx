import { parsePebbles } from '@cairn/protocol';
import type { OutboxItem } from '@cairn/wallet';
import { Rich } from '../messages/rich.tsx';
import { Amount } from './amount.tsx';
import { RecipientName } from './outbox-recipient.tsx';

/** How much to whom, by which nonce. */
export function OutboxFacts({ item: { entry } }: { item: OutboxItem }) {
  return (
    <Rich
      k="outbox.what"
      values={{
        amount: <Amount value={parsePebbles(entry.value)} />,
        recipient: <RecipientName address={entry.toAddress} />,
        nonce: entry.nonce,
      }}
    />
  );
}
