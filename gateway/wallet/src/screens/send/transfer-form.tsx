import { parsePebbles } from '@cairn/protocol';
import { Button, Card, Notice } from '@cairn/ui';
import {
  convertAmountEntry,
  judgeRecipient,
  MAX_FEE,
  maxSendable,
  parseAmountEntry,
  planSend,
  suggestFees,
  type AmountUnit,
  type RecipientRisk,
  type SendPlan,
  type SendReview,
} from '@cairn/wallet';
import { useMemo, useState } from 'preact/hooks';
import { accountName } from '../../components/account-switcher.tsx';
import { Amount } from '../../components/amount.tsx';
import { Form } from '../../components/form.tsx';
import { useWallet, type WalletView } from '../../lib/context.ts';
import { collectAcquaintances } from '../../lib/known-addresses.ts';
import { t } from '../../messages/messages.ts';
import { sendBlockers } from '../../model/state.ts';
import { AmountField } from './amount-field.tsx';
import { FeeField } from './fee-field.tsx';
import { LookAlike } from './look-alike.tsx';
import { readRecipientInput, type Draft } from './draft.ts';
import { RecipientField } from './recipient-field.tsx';

/** Recipient, amount and fee, each judged as it is typed. */
export function TransferForm(props: {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onReview: (plan: SendPlan, risk: RecipientRisk) => void;
}) {
  const { draft, onChange, onReview } = props;
  const { form } = draft;
  const view = useWallet();
  const { data, wallet, state } = view;
  const [strict, setStrict] = useState(false);
  const acquaintances = useMemo(() => collectAcquaintances(wallet, data), [wallet, data]);
  const presets = useMemo(() => feesOf(view), [data, state.status?.height]);
  const review = reviewOf(view, draft);
  const risk = useMemo(
    () =>
      review?.recipient.ok
        ? judgeRecipient({ address: review.recipient.address, ...acquaintances })
        : undefined,
    [review?.recipient.ok, form.recipient, acquaintances],
  );
  const blocked = sendBlockers(state).length > 0;
  const change = (fields: Partial<Draft['form']>): void =>
    onChange({ ...draft, form: { ...form, ...fields } });
  const submit = (): boolean => {
    setStrict(true);
    if (review?.plan === undefined || risk === undefined || blocked) return false;
    if (risk.lookAlike !== undefined && draft.compared !== review.plan.body.toAddress) return false;
    onReview(review.plan, risk);
    return true;
  };
  const fee = parseAmountEntry(form.fee, { unit: form.unit, maximum: MAX_FEE });
  const maximum = data !== undefined && fee.ok ? maxSendable(data.account, fee.pebbles) : undefined;
  return (
    <Card title={t('send.new')} actions={<span>{accountName(wallet.selected)}</span>}>
      <Form onSubmit={submit}>
        <RecipientField
          value={form.recipient}
          onInput={(typed) => onChange(readRecipientInput(draft, typed))}
          entry={review?.recipient}
          risk={risk}
          acquaintances={acquaintances}
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
            accept={compareWith(draft, review.recipient.address, onChange)}
          />
        )}
        <AmountField
          form={form}
          problem={review?.amountProblem}
          strict={strict}
          maximum={maximum}
          onInput={(amount) => change({ amount })}
          onUnit={(unit) => change(inUnit(draft, unit))}
        />
        <FeeField
          fee={form.fee}
          unit={form.unit}
          problem={review?.feeProblem}
          presets={presets}
          onInput={(fee) => change({ fee })}
        />
        <Totals review={review} view={view} />
        <Button variant="primary" type="submit" wide disabled={blocked || review === undefined}>
          {t('send.review')}
        </Button>
      </Form>
    </Card>
  );
}

function reviewOf({ data, wallet, ownAddresses }: WalletView, { form }: Draft): SendReview | undefined {
  if (data === undefined) return undefined;
  return planSend({ form, network: wallet.network, account: data.account, ownAddresses });
}

function feesOf({ data, state }: WalletView) {
  if (data === undefined || state.status === undefined) return undefined;
  return suggestFees(data.history.confirmed, state.status.height);
}

function inUnit({ form }: Draft, unit: AmountUnit): Partial<Draft['form']> {
  const convert = (text: string): string => convertAmountEntry(text, form.unit, unit);
  return { unit, amount: convert(form.amount), fee: convert(form.fee) };
}

function compareWith(draft: Draft, address: string, onChange: (draft: Draft) => void) {
  return {
    accepted: draft.compared === address,
    onChange: (accepted: boolean) => onChange({ ...draft, compared: accepted ? address : undefined }),
  };
}

/** Who asked, and what for, where a payment request was put into the form. */
function RequestNotice({ draft: { request } }: { draft: Draft }) {
  if (request === undefined) return null;
  const { label, message } = request;
  return (
    <Notice
      tone="info"
      title={label === undefined ? t('send.request_taken_plain') : t('send.request_taken', { label })}
    >
      {message !== undefined && t('send.request_message', { message })}
    </Notice>
  );
}

function Totals({ review, view }: { review: SendReview | undefined; view: WalletView }) {
  if (view.data === undefined) return null;
  const { account } = view.data;
  const { plan } = review ?? {};
  const waiting = account.pending_outgoing_count;
  const spendable = parsePebbles(account.spendable_balance);
  return (
    <>
      <dl class="w-totals">
        <div>
          <dt>{t('send.spendable')}</dt>
          <dd>
            <Amount value={spendable} />
          </dd>
        </div>
        <div>
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
