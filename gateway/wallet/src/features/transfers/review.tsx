import type { TransactionId } from '@cairn/protocol';
import { Amount, Button, Card, CopyButton, Identifier, type KeyValue, Notice, QrCode } from '@cairn/ui';
import { findLookAlike, isUnusualFee, needsFeeConsent, suggestFees, type Transfer } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { ShownAmounts } from '../../shared/amount.tsx';
import { Checkbox } from '../../shared/fields.tsx';
import { type Task, TaskFailure } from '../../shared/form.tsx';
import { Facts, MoreFacts } from '../../shared/lists.tsx';
import { accountName } from '../../shared/names.ts';
import { useWallet } from '../../model/context.ts';
import { LookAlike, useKnownAddresses } from './look-alike.tsx';
import type { Meaning } from './meaning.tsx';
import { PaymentHistory, Recipient } from './recipient.tsx';
import { Rich, t } from './texts.ts';

/** Maximum time between the two presses of a double click or double tap. */
const DOUBLE_PRESS_MS = 700;

/**
 * A card that shows a whole transfer and asks whether to sign or send it. Nothing in it is hidden in privacy mode. Its
 * action is disabled for {@link DOUBLE_PRESS_MS}: the second press of a double click on the previous card's button must
 * not press a button whose effect cannot be undone.
 */
export function DecisionCard(props: {
  transfer: Transfer;
  meaning: Meaning;
  /** Spendable balance after the transfer, if known. */
  remaining?: bigint;
  back: { label: string; onClick: () => void };
  action: { label: string; disabled: boolean; danger?: boolean; onClick: () => void };
  /** The action while it runs, and its error below `failed`. */
  task: Task;
  failed: string;
  /** What the owner should know before. */
  children: ComponentChildren;
}) {
  const { transfer, meaning, remaining, back, action, task, failed, children } = props;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ShownAmounts>
      <div class="w-act-card">
        <Card
          flush
          footer={
            <div class="c-actions">
              <Button disabled={task.busy} onClick={back.onClick}>
                {back.label}
              </Button>
              <Button
                variant={action.danger ? 'danger' : 'primary'}
                busy={task.busy}
                disabled={action.disabled || !ready}
                onClick={action.onClick}
              >
                {action.label}
              </Button>
            </div>
          }
        >
          <div class="c-pad c-stack">
            <TransferSummary transfer={transfer} meaning={meaning} />
            <LookAlikeNotice transfer={transfer} />
            {children}
            <TaskFailure task={task} title={failed} />
          </div>
          <TransferFacts
            transfer={transfer}
            meaning={meaning}
            {...(remaining !== undefined && { remaining })}
          />
        </Card>
      </div>
    </ShownAmounts>
  );
}

/** A consent that signing may require. */
interface Consent {
  /** True if the consent is given or not needed. Otherwise shows an error at the checkbox and focuses it. */
  readonly given: () => boolean;
  readonly notice: ComponentChildren;
}

/** Shows a warning with a checkbox that the user must tick. @param warning false if no consent is required */
export function useConsent(
  warning: false | { title: string; text: ComponentChildren; label: string; missing: string },
): Consent {
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  if (warning === false) return { given: () => true, notice: null };
  const given = (): boolean => {
    setMissing(!agreed);
    if (!agreed) container.current?.querySelector('input')?.focus();
    return agreed;
  };
  const notice = (
    <div ref={container}>
      <Notice tone="warn" title={warning.title}>
        <p>{warning.text}</p>
        <Checkbox
          label={warning.label}
          checked={agreed}
          error={missing && !agreed ? warning.missing : undefined}
          onChange={setAgreed}
        />
      </Notice>
    </div>
  );
  return { given, notice };
}

/**
 * Requires consent to a fee of more than a tenth of the amount, or far above the suggested ones. Both are in pebbles.
 * @param amount what the transfer pays, or what it cancels; `undefined` if that is not known
 */
export function useFeeConsent(fee: bigint, amount: bigint | undefined): Consent {
  const { state } = useWallet();
  const needed =
    (amount !== undefined && needsFeeConsent(fee, amount)) ||
    isUnusualFee(fee, suggestFees(state.status?.suggested_fees));
  return useConsent(
    needed && {
      title: t('confirm.fee_high'),
      text: <Rich k="confirm.fee_high_text" values={{ fee: <Amount value={fee} /> }} />,
      label: t('confirm.fee_consent'),
      missing: t('confirm.fee_consent_missing'),
    },
  );
}

/**
 * A transfer in large type: amount and recipient; before a fee is raised, the old and the new fee.
 * @param props.transfer a transfer that is not signed yet; absent if it was sent
 */
export function TransferSummary({ meaning, transfer }: { meaning: Meaning; transfer?: Transfer }) {
  const raised = transfer?.replaces?.kind === 'speed_up' && transfer;
  if (meaning.kind === 'some_cancellation') {
    return (
      <>
        <p class="c-strong">{t('transfer.some_cancellation')}</p>
        {transfer && <FeeChange transfer={transfer} />}
      </>
    );
  }
  const { kind, toAddress, value } = meaning;
  const amount = <Amount value={value} />;
  const isNew = transfer !== undefined && transfer.replaces === undefined;
  return (
    <>
      {raised ? (
        <FeeChange transfer={raised} />
      ) : (
        <p class="w-confirm__amount">{kind === 'payment' ? amount : <s>{amount}</s>}</p>
      )}
      <Recipient
        address={toAddress}
        label={raised ? <Rich k={`confirm.fee_of_${kind}`} values={{ amount }} /> : t(`confirm.to_${kind}`)}
      >
        {isNew && kind === 'payment' && <PaymentHistory address={toAddress} />}
      </Recipient>
      {transfer && !raised && kind === 'cancellation' && (
        <p>
          <Rich k="confirm.comes_back" values={{ amount, fee: <Amount value={transfer.body.fee} /> }} />
        </p>
      )}
    </>
  );
}

/** The old fee, struck through, and the new fee. */
function FeeChange({ transfer: { body, replaces } }: { transfer: Transfer }) {
  return (
    <p class="c-row w-confirm__amount">
      {replaces !== undefined && (
        <s class="w-confirm__before">
          <span class="c-visually-hidden">{t('confirm.fee_before')} </span>
          <Amount value={replaces.fee} />
        </s>
      )}{' '}
      <span>
        <span class="c-visually-hidden">{t('confirm.fee_new')} </span>
        <Amount value={body.fee} />
      </span>
    </p>
  );
}

/** Warns of a recipient that looks like another address. */
function LookAlikeNotice({ transfer: { body, replaces } }: { transfer: Transfer }) {
  const known = useKnownAddresses();
  const alike = findLookAlike(body.toAddress, known);
  if (replaces !== undefined || alike === undefined) return null;
  return <LookAlike address={body.toAddress} known={alike} />;
}

/**
 * Everything that the signature covers, line by line; what few people need is folded.
 * @param props.remaining spendable balance after the transfer, if known
 * @param props.id of a transfer that was sent
 */
export function TransferFacts(props: {
  transfer: Transfer;
  meaning: Meaning;
  remaining?: bigint;
  id?: TransactionId;
}) {
  const { transfer, meaning, remaining, id } = props;
  const { body, network } = transfer;
  const { wallet } = useWallet();
  const sender = wallet.accounts.find(({ address }) => address === body.fromAddress);
  const isPayment = meaning.kind === 'payment';
  const amount = (label: string, value: bigint): KeyValue => ({ label, value: <Amount value={value} /> });
  const facts = [
    amount(t('tx.fee'), body.fee),
    isPayment && amount(t('confirm.total'), body.value + body.fee),
    remaining !== undefined && amount(t('confirm.left'), remaining),
  ];
  const more = [
    // A cancellation is signed as the smallest transfer to oneself.
    !isPayment && { ...amount(t('confirm.to_self'), body.value), hint: t('confirm.to_self_hint') },
    {
      label: t('tx.fromLabel'),
      value: sender && accountName(sender),
      hint: <AddressGroups address={body.fromAddress} />,
    },
    { label: t('tx.nonce'), value: String(body.nonce) },
    { label: t('common.network'), value: t('common.chain', { network, chain: body.chain }) },
    id !== undefined && {
      label: t('tx.id'),
      value: <Identifier value={id} what={t('tx.idWhat')} length="whole" />,
    },
  ];
  return (
    <>
      <Facts items={facts.filter((fact) => fact !== false)} />
      <MoreFacts items={more.filter((fact) => fact !== false)} />
    </>
  );
}

/** A transfer as a QR code for another device, and as text for a device without a camera. */
export function TransferCode({ code, label }: { code: string; label: string }) {
  return (
    <div class="c-center w-code">
      <QrCode value={code} label={label} dense />
      <details>
        <summary>{t('scan.as_text')}</summary>
        <pre class="c-sunken c-mono w-block" tabIndex={0}>
          {code}
        </pre>
      </details>
      <CopyButton value={code} what={label} label={t('scan.copy')} />
    </div>
  );
}
