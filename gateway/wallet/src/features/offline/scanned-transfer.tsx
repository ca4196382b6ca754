import { type NetworkName, parsePebbles, type TransactionBody } from '@cairn/protocol';
import { Amount, Button, Card, Notice } from '@cairn/ui';
import {
  findReplaced,
  findSubmitProblem,
  formatSignedTransfer,
  isCancellation,
  type OutboxEntry,
  recipientRisk,
  type ReplacementTarget,
  type SendPlan,
  type SignedTransaction,
  type SignedTransfer,
} from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { explainCode } from '../../shared/error-texts.ts';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { Facts } from '../../shared/lists.tsx';
import { accountName } from '../../shared/names.ts';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useWallet } from '../../wallet/context.ts';
import { type AccountData, canSubmit, type WalletAccount } from '../../wallet/state.ts';
import {
  DecisionCard,
  findKnownAddresses,
  LookAlike,
  originOf,
  Recipient,
  type Submitted,
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
  return <SignDecision {...{ body, sender, onAgain }} onSigned={setSigned} />;
}

function SignDecision(props: {
  body: TransactionBody;
  sender: WalletAccount;
  onAgain: () => void;
  onSigned: (signed: SignedTransaction) => void;
}) {
  const { body, sender, onAgain, onSigned } = props;
  const { model, wallet } = useWallet();
  const task = useTask();
  const before = useSignedBefore(body);
  const cancels = isCancellation(body);
  // Compare a cancellation’s fee with the cancelled amount, which is known only if this wallet signed that transfer.
  const known = typeof before === 'object' ? before : undefined;
  const fee = useFeeConsent(body.fee, cancels ? known && parsePebbles(known.value) : body.value);
  const twice = useConsent(known !== undefined && describeBefore(known));
  const sign = (): void => {
    if (fee.given() && twice.given()) task.run(async () => onSigned(await model.sending.signForDevice(body)));
  };
  return (
    <DecisionCard
      title={t('sign.title')}
      back={{ label: t('common.cancel'), onClick: onAgain }}
      action={{ label: t('sign.sign'), disabled: before === 'reading', onClick: sign }}
      busy={task.busy}
      facts={<TransferFacts body={body} sender={sender} network={wallet.network} />}
    >
      <TransferHead body={body} />
      <p class="c-muted">{t('sign.text')}</p>
      {cancels && <Notice tone="info">{t('sign.cancels', { nonce: body.nonce })}</Notice>}
      {twice.notice}
      {fee.notice}
      <TaskFailure task={task} title={t('sign.not_signed')} />
    </DecisionCard>
  );
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

interface Sent {
  readonly result: Submitted;
  /** The transfer that the sent one speeds up or cancels. Kept here: the node drops it after the replacement. */
  readonly replaces: ReplacementTarget | undefined;
}

/** Shows a transfer that another device signed. Refuses it, or sends it and shows the result. */
export function SubmitTransfer({ transfer, onAgain }: { transfer: SignedTransfer; onAgain: () => void }) {
  const sender = useSender(transfer.body);
  const { data, wallet } = useWallet();
  const [sent, setSent] = useState<Sent | undefined>(undefined);
  if (sender === undefined) {
    return (
      <RefusedTransfer onAgain={onAgain}>
        {t('submit.other_account', { address: transfer.body.fromAddress })}
      </RefusedTransfer>
    );
  }
  const current = data?.account.address === sender.address ? data : undefined;
  if (sent === undefined)
    return <SubmitDecision {...{ transfer, sender, onAgain }} data={current} onSent={setSent} />;
  const plan = planOf(transfer.body, wallet.network, sent.replaces);
  return <TransferResult plan={plan} result={sent.result} onAgain={onAgain} againLabel={t('scan.again')} />;
}

function SubmitDecision(props: {
  transfer: SignedTransfer;
  sender: WalletAccount;
  /** Data of the sender's account; absent until it is loaded. */
  data: AccountData | undefined;
  onAgain: () => void;
  onSent: (sent: Sent) => void;
}) {
  const { transfer, sender, data, onAgain, onSent } = props;
  const { body } = transfer;
  const { model, state, wallet } = useWallet();
  const task = useTask();
  const [blocked, setBlocked] = useState(false);
  const items = data === undefined ? [] : [...data.history.pending, ...data.history.confirmed];
  const problem = data && findSubmitProblem(transfer, data.account, items);
  if (problem !== undefined && !task.busy)
    return <RefusedTransfer onAgain={onAgain}>{explainCode(problem)}</RefusedTransfer>;
  const replaces = findReplaced(body, items);
  const send = async (): Promise<void> => {
    const result = await model.sending.submitSigned(transfer);
    if (result.kind === 'submitted') onSent({ result, replaces });
    // `submitSigned` has read the account again: after a refusal, the next render finds the problem and shows it.
    else setBlocked(result.kind === 'blocked');
  };
  return (
    <>
      <SessionNotices />
      <DecisionCard
        title={t('submit.title')}
        back={{ label: t('common.cancel'), onClick: onAgain }}
        action={{
          label: t('shell.send'),
          disabled: data === undefined || !canSubmit(state),
          onClick: () => task.run(send),
        }}
        busy={task.busy}
        facts={<TransferFacts body={body} sender={sender} network={wallet.network} />}
      >
        <TransferHead body={body} />
        <p class="c-muted">{data === undefined ? t('submit.reading') : t('submit.text')}</p>
        {replaces !== undefined && (
          <Notice tone="info">{t(`submit.${replaces.kind}`, { nonce: body.nonce })}</Notice>
        )}
        {blocked && (
          <Notice tone="warn" live>
            {t('submit.blocked')}
          </Notice>
        )}
        <TaskFailure task={task} title={t('confirm.not_sent')} />
      </DecisionCard>
    </>
  );
}

/** The transfer as a plan, for the result screen, which shows no balance. */
function planOf(
  body: TransactionBody,
  network: NetworkName,
  replaces: ReplacementTarget | undefined,
): SendPlan {
  const total = body.value + body.fee;
  return {
    network,
    body,
    total,
    remaining: 0n,
    spendable: 0n,
    toOwnAccount: false,
    ...(replaces && { replaces }),
  };
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

/** Amount and recipient in large type, with a warning if the recipient looks like a known address. */
function TransferHead({ body }: { body: TransactionBody }) {
  const { wallet, data } = useWallet();
  const { lookAlike } = recipientRisk({ address: body.toAddress, ...findKnownAddresses(wallet, data) });
  return (
    <>
      <p class="w-confirm__amount">
        <Amount value={body.value} />
      </p>
      <Recipient address={body.toAddress} label={t('confirm.to')} />
      {lookAlike !== undefined && <LookAlike address={body.toAddress} known={lookAlike} />}
    </>
  );
}

/** Fee, total, sender, nonce and network: what the signature covers besides amount and recipient. */
function TransferFacts(props: { body: TransactionBody; sender: WalletAccount; network: NetworkName }) {
  const { body, sender, network } = props;
  return (
    <Facts
      items={[
        { label: t('tx.fee'), value: <Amount value={body.fee} /> },
        { label: t('confirm.total'), value: <Amount value={body.value + body.fee} /> },
        ...originOf(body, sender, network),
      ]}
    />
  );
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
