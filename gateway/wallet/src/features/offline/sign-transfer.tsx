import { parsePebbles, type TransactionBody } from '@cairn/protocol';
import { Amount, Button, Card, Notice } from '@cairn/ui';
import {
  formatSignedTransfer,
  isCancellation,
  type OutboxEntry,
  type SignedTransaction,
} from '@cairn/wallet';
import { useEffect, useState } from 'preact/hooks';
import { accountName } from '../../shared/names.ts';
import { AddressGroups } from '../../shared/address.tsx';
import { DecisionCard, TransferCode, useConsent, useFeeConsent } from '../transfers/index.ts';
import { TaskFailure } from '../../shared/form.tsx';
import { useWallet } from '../../wallet/context.ts';
import { useTask } from '../../shared/use-task.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import { RefusedTransfer, TransferFacts, TransferHead, useSender } from './scanned-transfer.tsx';
import { Rich, t } from './texts.ts';

interface SignTransferProps {
  body: TransactionBody;
  onAgain: () => void;
}

/** Shows an unsigned transfer of another device. Refuses it, or signs it and shows it as a code. Needs no node. */
export function SignTransfer({ body, onAgain }: SignTransferProps) {
  const sender = useSender(body);
  const refusal = useRefusal(body, sender);
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
  if (sender === undefined || refusal !== undefined) {
    return <RefusedTransfer onAgain={onAgain}>{refusal}</RefusedTransfer>;
  }
  return <SignDecision {...{ body, sender, onAgain }} onSigned={setSigned} />;
}

function SignDecision(
  props: SignTransferProps & { sender: WalletAccount; onSigned: (signed: SignedTransaction) => void },
) {
  const { body, sender, onAgain, onSigned } = props;
  const { model, wallet } = useWallet();
  const task = useTask();
  const before = useSignedBefore(body);
  const cancels = isCancellation(body);
  // Compare a cancellation’s fee with the cancelled amount, which is known only if this wallet signed that transfer.
  const fee = useFeeConsent(body.fee, cancels ? valueOf(before) : body.value);
  const twice = useConsent(before !== undefined && before !== 'reading' && describeBefore(before));
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

/** Why this wallet does not sign the transfer; `undefined` if it may. */
function useRefusal(body: TransactionBody, sender: WalletAccount | undefined): string | undefined {
  const { data } = useWallet();
  if (sender === undefined) return t('sign.other_account', { address: body.fromAddress });
  if (sender.kind === 'watched') return t('sign.watched_account', { account: accountName(sender) });
  // An offline wallet cannot check the nonce against the account.
  const used = data?.account.address === sender.address && body.nonce <= data.account.nonce;
  return used ? t('sign.nonce_used', { nonce: body.nonce }) : undefined;
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

function valueOf(before: OutboxEntry | 'reading' | undefined): bigint | undefined {
  return before === undefined || before === 'reading' ? undefined : parsePebbles(before.value);
}

function describeBefore({ value, toAddress }: OutboxEntry) {
  return {
    title: t('sign.twice'),
    text: (
      <Rich
        k="sign.twice_text"
        values={{
          amount: <Amount value={parsePebbles(value)} />,
          recipient: <AddressGroups address={toAddress} />,
        }}
      />
    ),
    label: t('sign.twice_consent'),
    missing: t('sign.twice_missing'),
  };
}
