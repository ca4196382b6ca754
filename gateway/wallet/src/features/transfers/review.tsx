import type { Address, TransactionId } from '@cairn/protocol';
import {
  Amount,
  Button,
  Card,
  CopyButton,
  Identifier,
  type KeyValue,
  Notice,
  QrCode,
  UsualName,
} from '@cairn/ui';
import {
  isCancellation,
  isUnusualFee,
  needsFeeConsent,
  recipientRisk,
  suggestFees,
  type Transfer,
} from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { ShownAmounts } from '../../shared/amount.tsx';
import { Checkbox } from '../../shared/fields.tsx';
import { type Task, TaskFailure } from '../../shared/form.tsx';
import { Facts, MoreFacts } from '../../shared/lists.tsx';
import { accountName, nameOfAddress } from '../../shared/names.ts';
import { useWallet } from '../../model/context.ts';
import { LookAlike, useKnownAddresses } from './look-alike.tsx';
import { type Meaning, meaningFact } from './meaning.tsx';
import { Rich, t } from './texts.ts';

/** Maximum time between the two presses of a double click or double tap. */
const DOUBLE_PRESS_MS = 700;

/**
 * A card that shows a whole transfer and asks whether to sign or send it. Nothing in it is hidden in privacy mode. Its
 * action is disabled for {@link DOUBLE_PRESS_MS}: the second press of a double click on the previous card's button must
 * not press a button whose effect cannot be undone.
 */
export function DecisionCard(props: {
  title: string;
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
  const { title, transfer, meaning, remaining, back, action, task, failed, children } = props;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ShownAmounts>
      <div class="w-act-card">
        <Card
          title={title}
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
            <TransferHead transfer={transfer} meaning={meaning} />
            <RecipientNotice transfer={transfer} />
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

/** Summary of a transfer in large type: amount and recipient, old and new fee, or the cancelled transfer. */
function TransferHead({ transfer, meaning }: { transfer: Transfer; meaning: Meaning }) {
  const { replaces, body } = transfer;
  if (meaning.kind === 'some_cancellation') return <FeeChange transfer={transfer} />;
  const { kind, toAddress, value } = meaning;
  const amount = <Amount value={value} />;
  if (replaces?.kind === 'speed_up') {
    return (
      <>
        <FeeChange transfer={transfer} />
        <Recipient address={toAddress} label={<Rich k={`confirm.fee_of_${kind}`} values={{ amount }} />} />
      </>
    );
  }
  if (kind === 'payment') {
    return (
      <>
        <p class="w-confirm__amount">{amount}</p>
        <Recipient address={toAddress} label={t('confirm.to')} />
      </>
    );
  }
  return (
    <>
      <p class="w-confirm__amount">
        <s>{amount}</s>
      </p>
      <Recipient address={toAddress} label={t('confirm.not_to')} />
      <p>
        <Rich k="confirm.comes_back" values={{ amount, fee: <Amount value={body.fee} /> }} />
      </p>
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

/** The recipient's name and whole address. */
function Recipient({ address, label }: { address: Address; label: ComponentChildren }) {
  const { wallet } = useWallet();
  const name = nameOfAddress(wallet, address);
  return (
    <div class="c-sunken c-lines w-confirm__to">
      <span class="c-faint c-small">{label}</span>
      {name === undefined ? <UsualName address={address} /> : <strong>{name}</strong>}
      <AddressGroups address={address} />
    </div>
  );
}

/** What the owner should know of the recipient of a new transfer before signing it. */
function RecipientNotice({ transfer: { body, replaces } }: { transfer: Transfer }) {
  const { data, ownAddresses } = useWallet();
  const { toAddress, fromAddress } = body;
  const known = useKnownAddresses();
  if (replaces !== undefined || isCancellation(body)) return null;
  if (toAddress === fromAddress) return <Notice tone="info">{t('confirm.self')}</Notice>;
  if (ownAddresses.includes(toAddress)) return <Notice tone="info">{t('confirm.own')}</Notice>;
  const { lookAlike, firstTime } = recipientRisk({ address: toAddress, ...known });
  if (lookAlike !== undefined) return <LookAlike address={toAddress} known={lookAlike} />;
  return firstTime && data !== undefined ? <Notice tone="info">{t('confirm.first_time')}</Notice> : null;
}

/**
 * Everything that the signature covers, line by line; what few people need is folded.
 * @param props.remaining spendable balance after the transfer, if known
 * @param props.id of a transfer that was sent, whose summary in large type is no longer shown
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
    id !== undefined && meaningFact(meaning, wallet),
    id === undefined && isPayment && amount(t('common.amount'), body.value),
    amount(t('tx.fee'), body.fee),
    // A cancellation is signed as the smallest transfer to oneself.
    isPayment
      ? amount(t('confirm.total'), body.value + body.fee)
      : { ...amount(t('confirm.to_self'), body.value), hint: t('confirm.to_self_hint') },
    remaining !== undefined && amount(t('confirm.left'), remaining),
  ];
  const more = [
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
        <pre class="c-sunken c-mono c-small w-block" tabIndex={0}>
          {code}
        </pre>
      </details>
      <CopyButton value={code} what={label} label={t('scan.copy')} />
    </div>
  );
}
