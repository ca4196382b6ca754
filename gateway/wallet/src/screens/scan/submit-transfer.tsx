import { parsePebbles, type NetworkName } from '@cairn/protocol';
import { Button, Card, Notice } from '@cairn/ui';
import {
  findReplaced,
  findSubmitProblem,
  type ReplacementTarget,
  type SendPlan,
  type SignedTransfer,
  type SubmitProblem,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { SessionNotices } from '../../components/session-notices.tsx';
import { TaskFailure } from '../../components/form.tsx';
import { useWallet } from '../../lib/context.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useTask } from '../../lib/use-task.ts';
import { t } from '../../messages/messages.ts';
import type { SubmitSignedResult } from '../../model/offline-actions.ts';
import { submitBlockers, type AccountData, type WalletAccount } from '../../model/state.ts';
import { TransferResult } from '../send/transfer-result.tsx';
import { TransferFacts, TransferHead, useSender } from './transfer-body.tsx';

interface Sent {
  readonly result: Extract<SubmitSignedResult, { kind: 'submitted' }>;
  /** The transfer that it speeds up or cancels, which the node no longer has. */
  readonly replaces: ReplacementTarget | undefined;
}

interface SubmitTransferProps {
  transfer: SignedTransfer;
  onAgain: () => void;
}

/** A transfer that another device signed: shown, refused or sent, and followed into its block. */
export function SubmitTransfer({ transfer, onAgain }: SubmitTransferProps) {
  const sender = useSender(transfer.body);
  const { data, wallet } = useWallet();
  const [sent, setSent] = useState<Sent | undefined>(undefined);
  if (sender === undefined) {
    return (
      <Refused text={t('submit.other_account', { address: transfer.body.fromAddress })} onAgain={onAgain} />
    );
  }
  const current = data?.account.address === sender.address ? data : undefined;
  if (sent !== undefined) {
    const plan = {
      ...planOf(transfer, wallet.network, current),
      ...(sent.replaces && { replaces: sent.replaces }),
    };
    return <TransferResult plan={plan} result={sent.result} onAgain={onAgain} againLabel={t('scan.again')} />;
  }
  return <Ask {...{ transfer, sender, onAgain }} data={current} onSent={setSent} />;
}

function Ask(
  props: SubmitTransferProps & {
    sender: WalletAccount;
    /** The sender's; absent until it was read. */
    data: AccountData | undefined;
    onSent: (sent: Sent) => void;
  },
) {
  const { transfer, sender, data, onAgain, onSent } = props;
  const { model, state, wallet } = useWallet();
  const task = useTask();
  const settled = useSettled();
  const [blocked, setBlocked] = useState(false);
  const problem = data && findSubmitProblem(transfer, data.account, itemsOf(data));
  if (problem !== undefined && !task.busy) {
    return <Refused text={describeProblem(problem, transfer)} onAgain={onAgain} />;
  }
  const replaces = data && findReplaced(transfer.body, itemsOf(data));
  const send = async (): Promise<void> => {
    const result = await model.submitSigned(transfer);
    if (result.kind === 'submitted') onSent({ result, replaces });
    // A refusal shows by itself: the account was just read.
    else setBlocked(result.kind === 'blocked');
  };
  return (
    <>
      <SessionNotices />
      <div class="w-act-card">
        <Card
          title={t('submit.title')}
          flush
          footer={
            <div class="w-actions">
              <Button disabled={task.busy} onClick={onAgain}>
                {t('common.cancel')}
              </Button>
              <Button
                variant="primary"
                busy={task.busy}
                disabled={!settled || data === undefined || submitBlockers(state).length > 0}
                onClick={() => task.run(send)}
              >
                {t('submit.send')}
              </Button>
            </div>
          }
        >
          <div class="w-pad c-stack">
            <TransferHead body={transfer.body} />
            <p class="c-muted">{data === undefined ? t('submit.reading') : t('submit.text')}</p>
            {replaces !== undefined && (
              <Notice tone="info">{t(`submit.${replaces.kind}`, { nonce: transfer.body.nonce })}</Notice>
            )}
            {blocked && (
              <Notice tone="warn" live>
                {t('submit.blocked')}
              </Notice>
            )}
            <TaskFailure task={task} title={t('confirm.not_sent')} />
          </div>
          <TransferFacts body={transfer.body} sender={sender} network={wallet.network} />
        </Card>
      </div>
    </>
  );
}

function Refused({ text, onAgain }: { text: string; onAgain: () => void }) {
  return (
    <Notice
      tone="error"
      title={t('scan.refused')}
      live
      action={<Button onClick={onAgain}>{t('scan.again')}</Button>}
    >
      {text}
    </Notice>
  );
}

function describeProblem(problem: SubmitProblem, { body: { nonce } }: SignedTransfer): string {
  switch (problem) {
    case 'known':
    case 'balance':
      return t(`scan.refused_${problem}`);
    default:
      return t(`scan.refused_${problem}`, { nonce });
  }
}

function itemsOf({ history }: AccountData) {
  return [...history.pending, ...history.confirmed];
}

/** The transfer in the form that the result screen shows. */
function planOf({ body }: SignedTransfer, network: NetworkName, data: AccountData | undefined): SendPlan {
  const spendable = data === undefined ? 0n : parsePebbles(data.account.spendable_balance);
  const total = body.value + body.fee;
  return { network, body, total, remaining: spendable - total, toOwnAccount: false, spendable };
}
