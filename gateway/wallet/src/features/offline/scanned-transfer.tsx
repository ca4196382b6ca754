import { parsePebbles, type TransactionBody } from '@cairn/protocol';
import { Amount, Button, Card, Notice } from '@cairn/ui';
import {
  findReplaced,
  findSubmitProblem,
  formatSignedTransfer,
  isCancellation,
  type OutboxEntry,
  type SignedTransaction,
  type SignedTransfer,
  type Transfer,
} from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { explainCode } from '../../shared/error-texts.ts';
import { useTask } from '../../shared/form.tsx';
import { accountName } from '../../shared/names.ts';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useWallet } from '../../model/context.ts';
import type { Submitted } from '../../model/sending.ts';
import { type AccountData, canSubmit, outboxOf, type WalletAccount } from '../../model/state.ts';
import {
  DecisionCard,
  type Meaning,
  meaningOfPlan,
  TransferCode,
  TransferResult,
  useConsent,
  useFeeConsent,
} from '../transfers/index.ts';
import { Rich, t } from './texts.ts';

/** Shows an unsigned transfer of another device. Refuses it, or signs it and shows it as a code. Needs no node. */
export function SignTransfer({ body, onAgain }: { body: TransactionBody; onAgain: () => void }) {
  const sender = useSender(body);
  const { data } = useWallet();
  const [signed, setSigned] = useState<SignedTransaction | undefined>(undefined);
  if (signed !== undefined) {
    return (
      <Card title={t('sign.done')} footer={<Button onClick={onAgain}>{t('scan.again')}</Button>}>
        <div class="c-stack">
          <p>{t('sign.done_text')}</p>
          <TransferCode code={formatSignedTransfer(signed)} label={t('sign.qr')} />
        </div>
      </Card>
    );
  }
  const refused = (why: string) => <RefusedTransfer onAgain={onAgain}>{why}</RefusedTransfer>;
  if (sender === undefined) return refused(t('sign.other_account', { address: body.fromAddress }));
  if (sender.kind === 'watched') return refused(t('sign.watched_account', { account: accountName(sender) }));
  // An offline wallet cannot check the nonce against the account.
  if (data?.account.address === sender.address && body.nonce <= data.account.nonce)
    return refused(t('sign.nonce_used', { nonce: body.nonce }));
  return <SignDecision body={body} onAgain={onAgain} onSigned={setSigned} />;
}

function SignDecision(props: {
  body: TransactionBody;
  onAgain: () => void;
  onSigned: (signed: SignedTransaction) => void;
}) {
  const { body, onAgain, onSigned } = props;
  const { model, wallet } = useWallet();
  const task = useTask();
  const before = useSignedBefore(body);
  const known = typeof before === 'object' ? before : undefined;
  const transfer: Transfer = { network: wallet.network, body };
  const meaning = isCancellation(body) ? cancellationOf(known) : meaningOfPlan(transfer, []);
  const fee = useFeeConsent(body.fee, 'value' in meaning ? meaning.value : undefined);
  const twice = useConsent(known !== undefined && describeBefore(known));
  const sign = (): void => {
    if (fee.given() && twice.given()) task.run(async () => onSigned(await model.sending.signForDevice(body)));
  };
  return (
    <DecisionCard
      title={t('sign.title')}
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
interface Sent {
  readonly transfer: Transfer;
  readonly result: Submitted;
}

/** Shows a transfer that another device signed. Refuses it, or sends it and shows the result. */
export function SubmitTransfer({ transfer, onAgain }: { transfer: SignedTransfer; onAgain: () => void }) {
  const sender = useSender(transfer.body);
  const { data } = useWallet();
  const [sent, setSent] = useState<Sent | undefined>(undefined);
  if (sender === undefined) {
    return (
      <RefusedTransfer onAgain={onAgain}>
        {t('submit.other_account', { address: transfer.body.fromAddress })}
      </RefusedTransfer>
    );
  }
  if (sent !== undefined) return <TransferResult {...sent} onAgain={onAgain} againLabel={t('scan.again')} />;
  const current = data?.account.address === sender.address ? data : undefined;
  return <SubmitDecision signed={transfer} data={current} onAgain={onAgain} onSent={setSent} />;
}

function SubmitDecision(props: {
  signed: SignedTransfer;
  /** Data of the sender's account; absent until it is loaded. */
  data: AccountData | undefined;
  onAgain: () => void;
  onSent: (sent: Sent) => void;
}) {
  const { signed, data, onAgain, onSent } = props;
  const { body } = signed;
  const { model, state, wallet } = useWallet();
  const task = useTask();
  const [blocked, setBlocked] = useState(false);
  const items = data === undefined ? [] : [...data.history.pending, ...data.history.confirmed];
  const problem = findSubmitProblem(signed, items);
  if (problem !== undefined && !task.busy)
    return <RefusedTransfer onAgain={onAgain}>{explainCode(problem)}</RefusedTransfer>;
  const replaces = findReplaced(body, items);
  const transfer: Transfer = { network: wallet.network, body, replaces };
  const meaning = meaningOfPlan(transfer, outboxOf(state));
  const send = async (): Promise<void> => {
    const result = await model.sending.submitSigned(signed);
    if (result.kind === 'submitted') onSent({ result, transfer });
    // `submitSigned` has read the account again: after a refusal, the next render finds the problem and shows it.
    else setBlocked(result.kind === 'blocked');
  };
  return (
    <>
      <SessionNotices />
      <DecisionCard
        title={t('submit.title')}
        transfer={transfer}
        meaning={meaning}
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

/**
 * Finds the wallet's account that a transfer is from, and selects it; `undefined` if the wallet has no such account.
 */
function useSender({ fromAddress }: TransactionBody): WalletAccount | undefined {
  const { model, wallet } = useWallet();
  const account = wallet.accounts.find(({ address }) => address === fromAddress);
  const ref = account?.ref;
  useEffect(() => {
    // If the selection cannot be stored, it still applies in this tab.
    if (ref !== undefined && ref !== wallet.selected.ref)
      void model.vault.selectAccount(ref).catch(() => undefined);
  }, [ref]);
  return account;
}

/** Error that says why a scanned transfer is neither signed nor sent. */
function RefusedTransfer({ onAgain, children }: { onAgain: () => void; children: ComponentChildren }) {
  return (
    <Notice
      tone="error"
      title={t('scan.refused')}
      live
      action={<Button onClick={onAgain}>{t('scan.again')}</Button>}
    >
      {children}
    </Notice>
  );
}
