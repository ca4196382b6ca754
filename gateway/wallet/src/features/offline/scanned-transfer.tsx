import { parsePebbles, type TransactionBody } from '@cairn/protocol';
import { Amount, Notice } from '@cairn/ui';
import {
  findReplaced,
  isCancellation,
  type OutboxEntry,
  type SignedTransaction,
  type SignedTransfer,
  type Transfer,
} from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import type { Task } from '../../shared/form.tsx';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useWallet } from '../../model/context.ts';
import type { Submitted } from '../../model/sending.ts';
import { type AccountData, canSubmit, outboxOf } from '../../model/state.ts';
import { DecisionCard, type Meaning, meaningOfPlan, useConsent, useFeeConsent } from '../transfers/index.ts';
import { Rich, t } from './texts.ts';

/** A decision about a transfer from another device. */
interface DecisionProps<Done> {
  /** Signs or sends it. */
  readonly task: Task;
  readonly onAgain: () => void;
  readonly onDone: (done: Done) => void;
}

/** Asks whether to sign an unsigned transfer. Needs no node. */
export function SignDecision(props: DecisionProps<SignedTransaction> & { readonly body: TransactionBody }) {
  const { body, task, onAgain, onDone } = props;
  const { model, wallet } = useWallet();
  const before = useSignedBefore(body);
  const known = typeof before === 'object' ? before : undefined;
  const transfer: Transfer = { network: wallet.network, body };
  const meaning = isCancellation(body) ? cancellationOf(known) : meaningOfPlan(transfer, []);
  const fee = useFeeConsent(body.fee, 'value' in meaning ? meaning.value : undefined);
  const twice = useConsent(known !== undefined && describeBefore(known));
  const sign = (): void => {
    if (fee.given() && twice.given()) task.run(async () => onDone(await model.sending.signForDevice(body)));
  };
  return (
    <DecisionCard
      transfer={transfer}
      meaning={meaning}
      back={{ label: t('common.cancel'), onClick: onAgain }}
      action={{ label: t('common.sign'), disabled: before === 'reading', onClick: sign }}
      task={task}
      failed={t('common.notSigned')}
    >
      <p class="c-muted">{t('sign.text')}</p>
      {isCancellation(body) && <Notice tone="info">{t('sign.cancels', { nonce: body.nonce })}</Notice>}
      {twice.notice}
      {fee.notice}
    </DecisionCard>
  );
}

/** A cancellation of the transfer that this wallet signed before with its nonce, if it did. */
function cancellationOf(before: OutboxEntry | undefined): Meaning {
  if (before === undefined || isCancellation(before)) return { kind: 'some_cancellation' };
  return { kind: 'cancellation', value: parsePebbles(before.value), toAddress: before.toAddress };
}

/** The last other transfer that this wallet signed with the same sender and nonce; `undefined` if there is none. */
function useSignedBefore(body: TransactionBody): OutboxEntry | 'reading' | undefined {
  const { model } = useWallet();
  const [before, setBefore] = useState<OutboxEntry | 'reading' | undefined>('reading');
  useEffect(() => {
    // No warning if reading fails: signing will report that storage fails.
    model.sending.findSignedBefore(body).then(
      (entries) => setBefore(entries.at(-1)),
      () => setBefore(undefined),
    );
  }, [body]);
  return before;
}

function describeBefore({ value, toAddress }: OutboxEntry) {
  const amount = <Amount value={parsePebbles(value)} />;
  return {
    title: t('sign.twice'),
    text: <Rich k="sign.twice_text" values={{ amount, recipient: <AddressGroups address={toAddress} /> }} />,
    label: t('sign.twice_consent'),
    missing: t('sign.twice_missing'),
  };
}

/** A transfer that was sent, with what it replaces: the node drops that after the replacement. */
export interface SentTransfer {
  readonly transfer: Transfer;
  readonly result: Submitted;
}

/** Asks whether to send a transfer that another device signed. @param props.data of its sender's account; absent until it is loaded */
export function SubmitDecision(
  props: DecisionProps<SentTransfer> & {
    readonly signed: SignedTransfer;
    readonly data: AccountData | undefined;
  },
) {
  const { signed, data, task, onAgain, onDone } = props;
  const { body } = signed;
  const { model, state, wallet } = useWallet();
  const [blocked, setBlocked] = useState(false);
  const replaces = findReplaced(body, data?.history.pending ?? []);
  const transfer: Transfer = { network: wallet.network, body, replaces };
  const send = async (): Promise<void> => {
    const result = await model.sending.submitSigned(signed);
    if (result.kind === 'submitted') onDone({ result, transfer });
    // `submitSigned` has read the account again: after a refusal, the next render finds the reason and shows it.
    else setBlocked(result.kind === 'blocked');
  };
  return (
    <>
      <SessionNotices />
      <DecisionCard
        transfer={transfer}
        meaning={meaningOfPlan(transfer, outboxOf(state))}
        back={{ label: t('common.cancel'), onClick: onAgain }}
        action={{
          label: t('shell.send'),
          disabled: data === undefined || !canSubmit(state),
          onClick: () => task.run(send),
        }}
        task={task}
        failed={t('confirm.not_sent')}
      >
        <p class="c-muted">{data === undefined ? t('submit.reading') : t('submit.text')}</p>
        {replaces !== undefined && (
          <Notice tone="info">{t(`submit.${replaces.kind}`, { nonce: body.nonce })}</Notice>
        )}
        {blocked && (
          <Notice tone="warn" live>
            {t('submit.blocked')}
          </Notice>
        )}
      </DecisionCard>
    </>
  );
}
