import type { Address, NetworkName, TransactionBody } from '@cairn/protocol';
import { Amount, Button, Card, type KeyValue, Notice, QrCode, UsualName } from '@cairn/ui';
import { needsFeeConsent, type SendPlan } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { AddressGroups } from '../../shared/address.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { Checkbox } from '../../shared/fields.tsx';
import { Facts, MoreFacts } from '../../shared/lists.tsx';
import { accountName, nameOfAddress } from '../../shared/names.ts';
import { useWallet } from '../../wallet/context.ts';
import type { WalletAccount } from '../../wallet/state.ts';
import type { Meaning } from './meaning.tsx';
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
  back: { label: string; onClick: () => void };
  action: { label: string; disabled: boolean; danger?: boolean; onClick: () => void };
  /** True while the action is running. */
  busy: boolean;
  /** Everything that the signature covers, line by line. */
  facts: ComponentChildren;
  children: ComponentChildren;
}) {
  const { title, back, action, busy, facts, children } = props;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="w-act-card">
      <Card
        title={title}
        flush
        footer={
          <div class="c-actions">
            <Button disabled={busy} onClick={back.onClick}>
              {back.label}
            </Button>
            <Button
              variant={action.danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={action.disabled || !ready}
              onClick={action.onClick}
            >
              {action.label}
            </Button>
          </div>
        }
      >
        <div class="c-pad c-stack">{children}</div>
        {facts}
      </Card>
    </div>
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
 * Requires consent to a fee of more than a tenth of the amount. Both are in pebbles.
 * @param amount `undefined` if the amount is not known: no consent is required then
 */
export function useFeeConsent(fee: bigint, amount: bigint | undefined): Consent {
  const needed = amount !== undefined && needsFeeConsent(fee, amount);
  return useConsent(
    needed && {
      title:
        fee >= amount
          ? t('confirm.fee_exceeds')
          : t('confirm.fee_share', { percent: Number((fee * 100n) / amount) }),
      text: (
        <Rich
          k="confirm.fee_share_text"
          values={{ fee: <Amount value={fee} />, amount: <Amount value={amount} /> }}
        />
      ),
      label: t('confirm.fee_consent'),
      missing: t('confirm.fee_consent_missing'),
    },
  );
}

/** Summary of a plan in large type: amount and recipient, old and new fee, or the cancelled transfer. */
export function PlanHead({ plan, meaning }: { plan: SendPlan; meaning: Meaning }) {
  const { replaces, body } = plan;
  if (meaning.kind === 'some_cancellation') return <FeeChange plan={plan} />;
  const { kind, toAddress, value } = meaning;
  const amount = <Amount value={value} />;
  if (replaces?.kind === 'speed_up') {
    return (
      <>
        <FeeChange plan={plan} />
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
function FeeChange({ plan: { body, replaces } }: { plan: SendPlan }) {
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
export function Recipient({ address, label }: { address: Address; label: ComponentChildren }) {
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

/** Everything that the signature covers, line by line; what few people need is folded. */
export function PlanFacts({ plan, meaning }: { plan: SendPlan; meaning: Meaning }) {
  const { wallet } = useWallet();
  const { body, total, remaining, network } = plan;
  const fee = { label: t('tx.fee'), value: <Amount value={body.fee} /> };
  const costs: KeyValue[] =
    meaning.kind === 'payment'
      ? [
          { label: t('tx.amount'), value: <Amount value={body.value} /> },
          fee,
          { label: t('confirm.total'), value: <Amount value={total} /> },
        ]
      : [fee, toSelf(body)];
  return (
    <>
      <Facts items={[...costs, { label: t('confirm.left'), value: <Amount value={remaining} /> }]} />
      <MoreFacts items={originOf(body, wallet.selected, network)} />
    </>
  );
}

/** Sender, nonce and network of a transfer. */
export function originOf(body: TransactionBody, sender: WalletAccount, network: NetworkName): KeyValue[] {
  const from = <AddressGroups address={body.fromAddress} />;
  return [
    { label: t('tx.fromLabel'), value: accountName(sender), hint: from },
    { label: t('tx.nonce'), value: String(body.nonce) },
    { label: t('confirm.network'), value: t('confirm.chain', { network, chain: body.chain }) },
  ];
}

/** A cancellation is signed as the smallest transfer to oneself. */
export function toSelf({ value }: TransactionBody): KeyValue {
  return { label: t('confirm.to_self'), value: <Amount value={value} />, hint: t('confirm.to_self_hint') };
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
      <CopyButton value={code} label={t('scan.copy')} />
    </div>
  );
}
