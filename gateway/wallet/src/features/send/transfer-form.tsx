import { type Address, formatPebbles, parsePebbles } from '@cairn/protocol';
import { Button, Card, Notice } from '@cairn/ui';
import {
  recipientRisk,
  MAX_FEE,
  maxSendable,
  parseAmountEntry,
  planSend,
  suggestFees,
  type FeePresets,
  type RecipientRisk,
  type SendForm,
  type SendPlan,
  type SendReview,
} from '@cairn/wallet';
import { useMemo, useState } from 'preact/hooks';
import { accountName } from '../../shared/names.ts';
import { Amount } from '../../shared/amount.tsx';
import { Form } from '../../shared/form.tsx';
import { useWallet, type WalletView } from '../../wallet/context.ts';
import { findKnownAddresses, type KnownAddresses, LookAlike } from '../transfers/index.ts';
import { hrefOf } from '../../shared/route.ts';
import { isWatching, canSubmit } from '../../wallet/state.ts';
import { AmountField, type Maximum } from './amount-field.tsx';
import { FeeField } from './fee-field.tsx';
import { readRecipientInput, type Draft } from './draft.ts';
import { RecipientField } from './recipient-field.tsx';
import { t } from './texts.ts';
import './send.css';

/** A valid draft, with its recipient and the risk of paying it. */
export interface CheckedTransfer {
  readonly draft: Draft;
  readonly address: Address;
  readonly risk: RecipientRisk;
  /** Value and fee, in pebbles. */
  readonly total: bigint;
}

/** Total of the queued transfers, in pebbles. */
export function reservedBy(queue: readonly CheckedTransfer[]): bigint {
  return queue.reduce((sum, { total }) => sum + total, 0n);
}

/** Recipient, amount and fee, each checked as it is typed. */
export function TransferForm(props: {
  draft: Draft;
  /** Total of the queued transfers, in pebbles: not available for this one. */
  reserved: bigint;
  onChange: (draft: Draft) => void;
  /** Queues this transfer and begins another one. */
  onAdd: (checked: CheckedTransfer) => void;
  onReview: (checked: CheckedTransfer) => void;
}) {
  const { draft, onChange, onAdd, onReview } = props;
  const { form } = draft;
  const view = withReserved(useWallet(), props.reserved);
  const [strict, setStrict] = useState(false);
  const { review, presets, ...checked } = useTransferCheck(view, draft);
  const blocked = !canSubmit(view.state);
  const change = (fields: Partial<SendForm>): void => onChange({ ...draft, form: { ...form, ...fields } });
  const finish = (use: (checked: CheckedTransfer) => void): boolean => {
    setStrict(true);
    const { risk } = checked;
    if (review?.plan === undefined || risk === undefined || blocked) return false;
    if (isUncompared(risk, draft, review.plan)) return false;
    use({ draft, risk, address: review.plan.body.toAddress, total: review.plan.total });
    return true;
  };
  return (
    <Card title={t('send.new')} actions={<FormHead account={accountName(view.wallet.selected)} />}>
      <Form onSubmit={() => finish(onReview)}>
        <RecipientPart {...{ draft, onChange, view, strict, review, ...checked }} />
        <AmountField
          form={form}
          problem={review?.amountProblem}
          strict={strict}
          maximum={maximumOf(view, form)}
          onInput={(amount) => change({ amount })}
        />
        <FeeField
          fee={form.fee}
          unit={form.unit}
          problem={review?.feeProblem}
          presets={presets}
          network={view.wallet.network}
          onInput={(fee) => change({ fee })}
        />
        <Totals review={review} view={view} />
        {!isWatching(view.state) && (
          <div class="c-row">
            <Button
              size="sm"
              variant="ghost"
              disabled={blocked || review?.plan === undefined}
              onClick={() => void finish(onAdd)}
            >
              {t('send.add')}
            </Button>
          </div>
        )}
        <div class="w-act">
          <Button variant="primary" type="submit" wide disabled={blocked || review === undefined}>
            {t('send.review')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The sender, and the link to the screen that scans a QR code. */
function FormHead({ account }: { account: string }) {
  return (
    <span class="c-row">
      <span>{account}</span>
      <a href={hrefOf('scan')}>{t('scan.from_form')}</a>
    </span>
  );
}

/** The view with the total of the queued transfers subtracted from the spendable balance. */
function withReserved(view: WalletView, reserved: bigint): WalletView {
  if (view.data === undefined || reserved === 0n) return view;
  const { account } = view.data;
  const rest = parsePebbles(account.spendable_balance) - reserved;
  const spendable_balance = formatPebbles(rest > 0n ? rest : 0n);
  return { ...view, data: { ...view.data, account: { ...account, spendable_balance } } };
}

interface TransferCheck {
  /** Absent until the account is loaded. */
  readonly review: SendReview | undefined;
  readonly risk: RecipientRisk | undefined;
  readonly presets: FeePresets;
  readonly knownAddresses: KnownAddresses;
}

/** Checks the form against the account and the known addresses. */
function useTransferCheck(view: WalletView, draft: Draft): TransferCheck {
  const { data, wallet, state } = view;
  const knownAddresses = useMemo(() => findKnownAddresses(wallet, data), [wallet, data]);
  const presets = useMemo(() => suggestFees(state.status?.suggested_fees), [state.status?.height]);
  const review = reviewOf(view, draft);
  const address = review?.recipient.ok ? review.recipient.address : undefined;
  const risk = useMemo(
    () => (address === undefined ? undefined : recipientRisk({ address, ...knownAddresses })),
    [address, knownAddresses],
  );
  return { review, risk, presets, knownAddresses };
}

/** True if the recipient looks like a known address and the user has not confirmed having compared the two. */
function isUncompared(risk: RecipientRisk, draft: Draft, plan: SendPlan): boolean {
  return risk.lookAlike !== undefined && draft.compared !== plan.body.toAddress;
}

function RecipientPart(props: {
  draft: Draft;
  onChange: (draft: Draft) => void;
  view: WalletView;
  strict: boolean;
  review: SendReview | undefined;
  risk: RecipientRisk | undefined;
  knownAddresses: KnownAddresses;
}) {
  const { draft, onChange, view, strict, review, risk, knownAddresses } = props;
  const { wallet } = view;
  return (
    <>
      <RecipientField
        value={draft.form.recipient}
        onInput={(typed) => onChange(readRecipientInput(draft, typed))}
        entry={review?.recipient}
        risk={risk}
        knownAddresses={knownAddresses}
        sender={wallet.selected.address}
        network={wallet.network}
        strict={strict}
        problem={draft.requestProblem}
      />
      <RequestNotice draft={draft} />
      {risk?.lookAlike !== undefined && review?.recipient.ok && (
        <LookAlike
          address={review.recipient.address}
          known={risk.lookAlike}
          accept={compareWith(draft, review.recipient.address, strict, onChange)}
        />
      )}
    </>
  );
}

/** Label and message of the payment request that filled in the form. */
export function RequestNotice({ draft: { request } }: { draft: Draft }) {
  if (request === undefined) return null;
  const { label, message } = request;
  return (
    <Notice
      tone="info"
      title={label === undefined ? t('send.request_taken_plain') : t('send.request_taken', { label })}
    >
      <p>{t('send.request_filled')}</p>
      {message !== undefined && <p>{t('send.request_message', { message })}</p>}
      {label !== undefined && <p>{t('send.request_claim')}</p>}
    </Notice>
  );
}

/** Spendable balance and total of the transfer, and notes on pending transfers, an empty balance or used-up nonces. */
function Totals({ review, view }: { review: SendReview | undefined; view: WalletView }) {
  if (view.data === undefined) return null;
  const { account } = view.data;
  const { plan } = review ?? {};
  const waiting = account.pending_outgoing_count;
  const spendable = parsePebbles(account.spendable_balance);
  return (
    <>
      <dl class="c-sunken c-small">
        <div class="c-row c-row--between">
          <dt>{t('send.spendable')}</dt>
          <dd>
            <Amount value={spendable} />
          </dd>
        </div>
        <div class="c-row c-row--between">
          <dt>{t('send.total')}</dt>
          <dd>{plan === undefined ? '–' : <Amount value={plan.total} />}</dd>
        </div>
      </dl>
      {waiting > 0 && <p class="c-muted c-small">{t('send.waiting_before', { count: waiting })}</p>}
      {spendable === 0n && <p class="c-muted c-small">{t('send.none_spendable')}</p>}
      {review?.nonceExhausted && <Notice tone="warn">{t('send.nonce_exhausted')}</Notice>}
    </>
  );
}

function reviewOf({ data, wallet, ownAddresses }: WalletView, { form }: Draft): SendReview | undefined {
  if (data === undefined) return undefined;
  return planSend({ form, network: wallet.network, account: data.account, ownAddresses });
}

/** The largest amount that leaves enough for the typed fee; see {@link Maximum}. */
function maximumOf({ data }: WalletView, form: SendForm): Maximum {
  if (data === undefined) return 'unread';
  const fee = parseAmountEntry(form.fee, { unit: form.unit, maximum: MAX_FEE });
  return fee.ok ? (maxSendable(data.account, fee.pebbles) ?? 'none') : 'needs_fee';
}

function compareWith(draft: Draft, address: Address, strict: boolean, onChange: (draft: Draft) => void) {
  return {
    accepted: draft.compared === address,
    missing: strict,
    onChange: (accepted: boolean) => onChange({ ...draft, compared: accepted ? address : undefined }),
  };
}
