import { parsePebbles, type NetworkName } from '@cairn/protocol';
import { Notice } from '@cairn/ui';
import {
  findReplaced,
  findSubmitProblem,
  type ReplacementTarget,
  type SendPlan,
  type SignedTransfer,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { DecisionCard, type Submitted, TransferResult } from '../transfers/index.ts';
import { SessionNotices } from '../../shared/node-state.tsx';
import { explainCode } from '../../shared/error-texts.ts';
import { TaskFailure } from '../../shared/form.tsx';
import { useWallet } from '../../wallet/context.ts';
import { useTask } from '../../shared/use-task.ts';
import { canSubmit, type AccountData, type WalletAccount } from '../../wallet/state.ts';
import { RefusedTransfer, TransferFacts, TransferHead, useSender } from './scanned-transfer.tsx';
import { t } from './texts.ts';

interface Sent {
  readonly result: Submitted;
  /**
   * The transfer that the sent one speeds up or cancels. Kept here, because the node drops it after the replacement.
   */
  readonly replaces: ReplacementTarget | undefined;
}

interface SubmitTransferProps {
  transfer: SignedTransfer;
  onAgain: () => void;
}

/** Shows a transfer that another device signed. Refuses it, or sends it and shows the result. */
export function SubmitTransfer({ transfer, onAgain }: SubmitTransferProps) {
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
  if (sent !== undefined) {
    const plan = {
      ...planOf(transfer, wallet.network, current),
      ...(sent.replaces && { replaces: sent.replaces }),
    };
    return <TransferResult plan={plan} result={sent.result} onAgain={onAgain} againLabel={t('scan.again')} />;
  }
  return <SubmitDecision {...{ transfer, sender, onAgain }} data={current} onSent={setSent} />;
}

function SubmitDecision(
  props: SubmitTransferProps & {
    sender: WalletAccount;
    /** Data of the sender's account; absent until it is loaded. */
    data: AccountData | undefined;
    onSent: (sent: Sent) => void;
  },
) {
  const { transfer, sender, data, onAgain, onSent } = props;
  const { model, state, wallet } = useWallet();
  const task = useTask();
  const [blocked, setBlocked] = useState(false);
  const problem = data && findSubmitProblem(transfer, data.account, itemsOf(data));
  if (problem !== undefined && !task.busy) {
    return <RefusedTransfer onAgain={onAgain}>{explainCode(problem)}</RefusedTransfer>;
  }
  const replaces = data && findReplaced(transfer.body, itemsOf(data));
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
        facts={<TransferFacts body={transfer.body} sender={sender} network={wallet.network} />}
      >
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
      </DecisionCard>
    </>
  );
}

function itemsOf({ history }: AccountData) {
  return [...history.pending, ...history.confirmed];
}

/** The transfer as a plan, for the result screen. */
function planOf({ body }: SignedTransfer, network: NetworkName, data: AccountData | undefined): SendPlan {
  const spendable = data === undefined ? 0n : parsePebbles(data.account.spendable_balance);
  const total = body.value + body.fee;
  return { network, body, total, remaining: spendable - total, toOwnAccount: false, spendable };
}
