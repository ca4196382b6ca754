import { type KeyValue } from '@cairn/ui';
import { AddressGroups, RecipientName } from '../../shared/address.tsx';
import { Amount } from '../../shared/amount.tsx';
import type { Meaning } from './meaning.ts';
import { Rich, t } from './texts.ts';

/** A transfer in a few words: “7.00 CRN to Anna”, “Cancellation of 7.00 CRN to Anna”. */
export function MeaningText({ meaning }: { meaning: Meaning }) {
  if (meaning.kind === 'some_cancellation') return <>{t('transfer.some_cancellation')}</>;
  const { kind, value, toAddress } = meaning;
  return (
    <Rich
      k={`transfer.${kind}`}
      values={{ amount: <Amount value={value} />, recipient: <RecipientName address={toAddress} /> }}
    />
  );
}

/** The transfer as a fact, with the whole address of its recipient. */
export function meaningFact(meaning: Meaning): KeyValue {
  return {
    label: t('transfer.label'),
    value: <MeaningText meaning={meaning} />,
    ...('toAddress' in meaning && { hint: <AddressGroups address={meaning.toAddress} /> }),
  };
}
