import { type Address, getNetwork, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, Notice, Segmented, TextField } from '@cairn/ui';
import {
  type FeeChoice,
  formatAmountEntry,
  type KnownAddress,
  MAX_FEE,
  maxSendable,
  parseAmountEntry,
  PAYMENT_REQUEST_LIMITS,
  planSend,
  type RecipientEntry,
  recipientRisk,
  type RecipientRisk,
  type SendForm,
  type SendPlan,
  type SendReview,
  suggestFees,
  type ValueProblem,
} from '@cairn/wallet';
import { useMemo, useState } from 'preact/hooks';
import { AmountInput, localizeAmount } from '../../shared/amount.tsx';
import { explainAmount, explainFee, explainRecipient, isUnfinished } from '../../shared/field-errors.ts';
import { Form } from '../../shared/form.tsx';
import { accountName } from '../../shared/names.ts';
import { hrefOf } from '../../shared/route.ts';
import { useWallet, type WalletView } from '../../model/context.ts';
import { canSubmit } from '../../model/state.ts';
import { LookAlike, useKnownAddresses } from '../transfers/index.ts';
import { type Draft, readRecipientInput } from './draft.ts';
import { t } from './texts.ts';
import './send.css';

/** Recipient, amount and fee, each checked as it is typed. */
export function TransferForm(props: {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onReview: (plan: SendPlan) => void;
}) {
  const { draft, onChange, onReview } = props;
  const { form } = draft;
  const view = useWallet();
  const { data, wallet, state } = view;
  const { network, selected } = wallet;
  const [strict, setStrict] = useState(false);
  const knownAddresses = useKnownAddresses();
  const review = data && planSend({ form, network, account: data.account });
  const address = review?.recipient.ok ? review.recipient.address : undefined;
  const risk = useMemo(
    () => (address === undefined ? undefined : recipientRisk({ address, ...knownAddresses })),
    [address, knownAddresses],
  );
  const blocked = !canSubmit(state);
  const change = (fields: Partial<SendForm>): void => onChange({ ...draft, form: { ...form, ...fields } });
  const submit = (): boolean => {
    setStrict(true);
    if (review?.plan === undefined || risk === undefined || blocked) return false;
    if (risk.lookAlike !== undefined && draft.compared !== address) return false;
    onReview(review.plan);
    return true;
  };
  return (
    <Card
      title={t('send.new')}
      actions={
        <>
          <span>{accountName(selected)}</span>
          <a href={hrefOf('scan')}>{t('scan.from_form')}</a>
        </>
      }
    >
      <Form onSubmit={submit}>
        <RecipientField
          {...{ draft, risk, strict }}
          entry={review?.recipient}
          known={knownAddresses.known}
          onInput={(typed) => onChange(readRecipientInput(draft, typed))}
        />
        <RequestNotice draft={draft} />
        {risk?.lookAlike !== undefined && address !== undefined && (
          <LookAlike
            address={address}
            known={risk.lookAlike}
            accept={{
              accepted: draft.compared === address,
              missing: strict,
              onChange: (accepted) => onChange({ ...draft, compared: accepted ? address : undefined }),
            }}
          />
        )}
        <AmountField
          form={form}
          problem={review?.amountProblem}
          strict={strict}
          maximum={maximumOf(view, form)}
          onInput={(amount) => change({ amount })}
        />
        <FeeField form={form} review={review} onInput={(fee) => change({ fee })} />
        <Totals review={review} view={view} />
        <div class="w-act">
          <Button variant="primary" type="submit" wide disabled={blocked || review === undefined}>
            {t('send.review')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The field for the recipient, with suggestions below. */
export function RecipientField(props: {
  draft: Draft;
  entry: RecipientEntry | undefined;
  risk: RecipientRisk | undefined;
  known: readonly KnownAddress[];
  /** True after a submission: empty or unfinished input then also shows an error. */
  strict: boolean;
  onInput: (recipient: string) => void;
}) {
  const { draft, entry, risk, known, strict, onInput } = props;
  const { network, selected } = useWallet().wallet;
  const value = draft.form.recipient;
  const explanation = entry === undefined || entry.ok ? undefined : explainRecipient(entry, network);
  const suggestions = findSuggestions(value, known, selected.address);
  const text = value.trim().toLowerCase();
  // The input may be the beginning of a name rather than of an address.
  const searching = text !== '' && suggestions.some(({ name }) => name?.toLowerCase().startsWith(text));
  const unfinished = searching || (entry?.ok === false && isUnfinished(entry));
  const error = unfinished && !strict ? undefined : searching ? t('recipient.choose') : explanation;
  const hint = searching ? undefined : (explanation ?? describeRecipient(entry, risk, selected.address));
  return (
    <div class="c-stack c-stack--tight">
      <TextField
        label={t('send.recipient')}
        mono
        value={value}
        // One more than a payment request may have, so that a longer one is still rejected.
        maxLength={PAYMENT_REQUEST_LIMITS.uri + 1}
        placeholder={t('send.recipient_placeholder')}
        hint={value === '' ? undefined : hint}
        error={draft.requestProblem ?? error}
        onInput={onInput}
      />
      {entry?.ok !== true && suggestions.length > 0 && (
        <ul class="w-suggestions" aria-label={t('send.suggestions')}>
          {suggestions.map(({ address, name = '' }) => (
            <li key={address}>
              <Button size="sm" onClick={() => onInput(address)}>
                <span class="c-visually-hidden">{t('send.suggest')} </span>
                <span class="c-strong">{name}</span>{' '}
                <span class="c-mono c-faint">{`${address.slice(0, 6)}…${address.slice(-4)}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Describes a valid recipient: whose address it is, and whether the account has paid it before. */
function describeRecipient(
  entry: RecipientEntry | undefined,
  risk: RecipientRisk | undefined,
  sender: Address,
): string | undefined {
  if (!entry?.ok || risk === undefined) return undefined;
  if (entry.address === sender) return t('recipient.own_self');
  const { known, firstTime } = risk;
  if (known?.trust === 'own') return t('recipient.own', { name: known.name ?? '' });
  const who =
    known?.trust === 'contact' ? t('recipient.contact', { name: known.name ?? '' }) : t('recipient.adds_up');
  return `${who} ${t(firstTime ? 'recipient.first_time' : 'recipient.paid')}`;
}

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 5;

/**
 * Known addresses to suggest for the input: contacts, then own accounts other than the sender. Addresses from the
 * history are not suggested, because they may be an attacker's.
 */
export function findSuggestions(
  typed: string,
  known: readonly KnownAddress[],
  sender: Address,
): KnownAddress[] {
  const text = typed.trim().toLowerCase();
  return known
    .filter(({ trust, address }) => (trust === 'own' || trust === 'contact') && address !== sender)
    .filter(({ address, name = '' }) => address.startsWith(typed.trim()) || name.toLowerCase().includes(text))
    .toSorted((a, b) => Number(a.trust === 'own') - Number(b.trust === 'own'))
    .slice(0, MAX_SUGGESTIONS);
}

/** Label and message of the payment request that filled in the form. */
export function RequestNotice({ draft: { request } }: { draft: Draft }) {
  if (request === undefined) return null;
  const { label, message } = request;
  return (
    <Notice
      tone="info"
      title={label === undefined ? t('common.request') : t('send.request_taken', { label })}
    >
      <p>{t('send.request_filled')}</p>
      {message !== undefined && <p>{t('send.request_message', { message })}</p>}
      {label !== undefined && <p>{t('send.request_claim')}</p>}
    </Notice>
  );
}

/** The largest amount that can be sent, in pebbles; `undefined` without a valid fee, or if it leaves nothing to send. */
function maximumOf({ data }: WalletView, form: SendForm): bigint | undefined {
  const fee = parseAmountEntry(form.fee, { unit: form.unit, maximum: MAX_FEE });
  return data && fee.ok ? maxSendable(data.account, fee.pebbles) : undefined;
}

/** The amount, with a button for the maximum. */
function AmountField(props: {
  form: SendForm;
  problem: ValueProblem | undefined;
  strict: boolean;
  maximum: bigint | undefined;
  onInput: (amount: string) => void;
}) {
  const { form, problem, strict, maximum, onInput } = props;
  // Typing can turn "0" or "0." into a valid amount: show no error before a submission.
  const unfinished = problem === 'empty' || (problem === 'zero' && /^0?\.?0*$/.test(form.amount.trim()));
  return (
    <div class="w-with-button">
      <AmountInput
        label={t('common.amount')}
        unit={form.unit}
        value={form.amount}
        error={problem === undefined || (unfinished && !strict) ? undefined : explainAmount(problem)}
        onInput={onInput}
      />
      <Button
        label={t('send.max_label')}
        disabled={maximum === undefined}
        onClick={() => maximum !== undefined && onInput(formatAmountEntry(maximum, form.unit))}
      >
        {t('send.max')}
      </Button>
    </div>
  );
}

/** Blocks until a transfer with a preset fee is likely confirmed; none is promised for the lowest, nor where blocks come at any pace. */
const BLOCKS: Readonly<Partial<Record<FeeChoice['name'], number>>> = { next_block: 1, few_blocks: 5 };

/** The fee, with presets by how soon a block should include the transfer. */
function FeeField(props: { form: SendForm; review: SendReview | undefined; onInput: (fee: string) => void }) {
  const { form, review, onInput } = props;
  const { fee, unit } = form;
  const { state, wallet } = useWallet();
  const presets = suggestFees(state.status?.suggested_fees);
  const choices = presets.choices.map(({ name, fee: pebbles }) => ({
    name,
    written: formatAmountEntry(pebbles, unit),
  }));
  const chosen = choices.find(({ written }) => written === fee.trim())?.name;
  const { retarget, blockSpacingSeconds } = getNetwork(wallet.network);
  const waitOf = (blocks: number): string =>
    t('send.preset_wait', { minutes: Math.max(1, Math.round((blocks * blockSpacingSeconds) / 60)) });
  return (
    <div class="c-stack c-stack--tight">
      <AmountInput
        label={t('tx.fee')}
        unit={unit}
        value={fee}
        hint={t(presets.choices[0]?.name === 'default' ? 'send.fee_default' : 'send.fee_hint')}
        error={review?.feeProblem === undefined ? undefined : explainFee(review.feeProblem, unit)}
        onInput={onInput}
      />
      {/* A single preset is shown only if the field has another fee. */}
      {(choices.length > 1 || chosen === undefined) && (
        <Segmented<FeeChoice['name'] | 'other'>
          label={t('send.presets')}
          value={chosen ?? 'other'}
          options={choices.map(({ name, written }) => ({
            value: name,
            label: (
              <span class="w-preset">
                {t(`send.preset_${name}`)} <span class="c-mono c-faint">{localizeAmount(written)}</span>{' '}
                <span class="c-faint">
                  {retarget === 'asert' && BLOCKS[name] !== undefined && waitOf(BLOCKS[name])}
                </span>
              </span>
            ),
          }))}
          onChoose={(name) => onInput(choices.find((choice) => choice.name === name)!.written)}
        />
      )}
    </div>
  );
}

/** Spendable balance and total of the transfer, and notes on pending transfers, an empty balance or used-up nonces. */
function Totals({ review, view }: { review: SendReview | undefined; view: WalletView }) {
  if (view.data === undefined) return null;
  const { account } = view.data;
  const waiting = account.pending_outgoing_count;
  const spendable = parsePebbles(account.spendable_balance);
  return (
    <>
      <dl class="c-sunken c-small">
        <div class="c-row c-row--between">
          <dt>{t('common.spendable')}</dt>
          <dd>
            <Amount value={spendable} />
          </dd>
        </div>
        <div class="c-row c-row--between">
          <dt>{t('send.total')}</dt>
          <dd>
            {review?.plan === undefined ? (
              '–'
            ) : (
              <Amount value={review.plan.body.value + review.plan.body.fee} />
            )}
          </dd>
        </div>
      </dl>
      {waiting > 0 && <p class="c-muted c-small">{t('send.waiting_before', { count: waiting })}</p>}
      {spendable === 0n && <p class="c-muted c-small">{t('send.none_spendable')}</p>}
      {review?.nonceExhausted && <Notice tone="warn">{t('send.nonce_exhausted')}</Notice>}
    </>
  );
}
