import { parsePebbles } from '@cairn/protocol';
import { Identifier } from '@cairn/ui';
import type { OutboxItem } from '@cairn/wallet';
import { t } from '../messages/messages.ts';
import { Rich } from '../messages/rich.tsx';
import { Amount } from './amount.tsx';

/** How much to whom, by which nonce. */
export function OutboxFacts({ item: { entry } }: { item: OutboxItem }) {
  return (
    <Rich
      k="outbox.what"
      values={{
        amount: <Amount value={parsePebbles(entry.value)} />,
        recipient: (
          <Identifier value={entry.toAddress} what={t('outbox.recipient_what')} length="short" copy={false} />
        ),
        nonce: entry.nonce,
      }}
    />
  );
}
