import { type Address, getNetwork, parsePebbles } from '@cairn/protocol';
import {
  AddressFace,
  Amount,
  Button,
  Card,
  LinkButton,
  Notice,
  Segmented,
  TextField,
  UsualName,
} from '@cairn/ui';
import {
  FEE_NAMES,
  type FeeName,
  type FeePresets,
  findLookAlike,
  formatAmountEntry,
  type KnownAddress,
  PAYMENT_REQUEST_LIMITS,
  type PaymentRequest,
  type SendForm,
  type SendPlan,
  type SendReview,
} from '@cairn/wallet';
import { useMemo, useState } from 'preact/hooks';
import { AmountInput, localizeAmount } from '../../shared/amount.tsx';
import { explainAmount, explainFee, explainRecipient, isUnfinished } from '../../shared/field-errors.ts';
import { Form } from '../../shared/form.tsx';
import { nameOfAddress } from '../../shared/names.ts';
import { hrefOf } from '../../shared/route.ts';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet } from '../../model/context.ts';
import { type Draft, readRecipientInput } from '../../model/draft.ts';
import { canSubmit } from '../../model/state.ts';
import { LookAlike, PaymentHistory, useKnownAddresses } from '../transfers/index.ts';
import { t } from './texts.ts';
import { useDraft } from './use-draft.ts';
import './send.css';

/** Recipient, amount and fee, each checked as it is typed. */
export function TransferForm({ onReview }: { onReview: (plan: SendPlan) => void }) {
  const { draft, fees, form, maximum, review } = useDraft();
  const { model, state } = useWallet();
  const [strict, setStrict] = useState(false);
  const known = useKnownAddresses();
  const address = review?.recipient.ok ? review.recipient.address : undefined;
  const alike = useMemo(() => address && findLookAlike(address, known), [address, known]);
  const blocked = !canSubmit(state);
  const change = (fields: Partial<Draft>): void => model.changeDraft({ ...draft, ...fields });
  const submit = (): boolean => {
    setStrict(true);
    if (review?.plan === undefined || blocked) return false;
    if (alike !== undefined && draft.compared !== address) return false;
    onReview(review.plan);
    return true;
  };
  return (
    <Card>
      <Form onSubmit={submit}>
        <RecipientField
          {...{ draft, review, known, strict }}
          onInput={(typed) => model.changeDraft(readRecipientInput(draft, typed))}
        />
        {draft.request !== undefined && <RequestNotice request={draft.request} />}
        {alike !== undefined && address !== undefined && (
          <LookAlike
            address={address}
            known={alike}
            accept={{
              accepted: draft.compared === address,
              missing: strict,
              onChange: (accepted) => change({ compared: accepted ? address : undefined }),
            }}
          />
        )}
        <AmountField {...{ form, maximum, review, strict }} onChange={(amount) => change({ amount })} />
        <FeeField {...{ draft, fees, form, review }} onChange={(fee) => change({ fee })} />
        <Totals review={review} />
        <div class="w-act">
          <Button variant="primary" type="submit" wide disabled={blocked || review === undefined}>
            {t('send.review')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/**
 * The field for the recipient, which grows so that the last characters are seen too; below it suggestions, or whose valid
 * address it is.
 */
export function RecipientField(props: {
  draft: Draft;
  review: SendReview | undefined;
  known: readonly KnownAddress[];
  /** True after a submission: empty or unfinished input then also shows an error. */
  strict: boolean;
  onInput: (recipient: string) => void;
}) {
  const { draft, review, known, strict, onInput } = props;
  const { network, selected } = useWallet().wallet;
  const { recipient: value, requestProblem } = draft;
  const entry = review?.recipient;
  const explanation = entry === undefined || entry.ok ? undefined : explainRecipient(entry, network);
  const suggestions = findSuggestions(value, known, selected.address);
  const text = value.trim().toLowerCase();
  // The input may be the beginning of a name rather than of an address.
  const searching = text !== '' && suggestions.some(({ name }) => name?.toLowerCase().startsWith(text));
  const unfinished = searching || (entry?.ok === false && isUnfinished(entry));
  const error = unfinished && !strict ? undefined : searching ? t('recipient.choose') : explanation;
  return (
    <div class="c-stack c-stack--tight">
      <div class="w-with-button w-recipient-field" onKeyDown={submitOnEnter}>
        <TextField
          label={t('send.recipient')}
          mono
          rows={1}
          value={value}
          // One more than a payment request may have, so that a longer one is still rejected.
          maxLength={PAYMENT_REQUEST_LIMITS.uri + 1}
          placeholder={t('send.recipient_placeholder')}
          hint={value === '' || searching ? undefined : explanation}
          error={requestProblem === undefined ? error : t(`recipient.request_${requestProblem}`)}
          onInput={(typed) => onInput(typed.replaceAll(/[\r\n]/g, ''))}
        />
        <LinkButton href={hrefOf('scan')} label={t('scan.from_form')}>
          <WalletIcon name="scan" />
        </LinkButton>
      </div>
      {entry?.ok === true && <ValidRecipient address={entry.address} />}
      {entry?.ok !== true && suggestions.length > 0 && (
        <ul class="w-suggestions" aria-label={t('send.suggestions')}>
          {suggestions.map(({ address, name = '' }) => (
            <li key={address}>
              <Button size="sm" onClick={() => onInput(address)}>
                <span class="c-visually-hidden">{t('send.suggest')} </span>
                <AddressFace address={address} />
                <span class="c-strong">{name}</span>{' '}
                <span class="c-mono c-faint">{`…${address.slice(-4)}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Enter sends the form, as in a field of one line. */
function submitOnEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.target.form?.requestSubmit();
}

/** Whose address it is, and what was paid there before. */
function ValidRecipient({ address }: { address: Address }) {
  const name = nameOfAddress(useWallet().wallet, address);
  return (
    <div class="w-recipient" role="status">
      <AddressFace address={address} />
      <div class="c-lines c-small">
        <span class="c-strong">{name ?? t('recipient.adds_up')}</span>
        {name === undefined && <UsualName address={address} />}
        <PaymentHistory address={address} />
      </div>
    </div>
  );
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
function RequestNotice({ request: { label, message } }: { request: PaymentRequest }) {
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

/** The amount, with a button for all that the fee leaves. */
function AmountField(props: {
  form: SendForm;
  /** The largest amount; empty if there is none. */
  maximum: string;
  review: SendReview | undefined;
  strict: boolean;
  onChange: (amount: string | null) => void;
}) {
  const { form, maximum, review, strict, onChange } = props;
  const problem = review?.amountProblem;
  // Typing can turn "0" or "0." into a valid amount: show no error before a submission.
  const unfinished = problem === 'empty' || (problem === 'zero' && /^0?\.?0*$/.test(form.amount.trim()));
  return (
    <div class="w-with-button">
      <AmountInput
        label={t('common.amount')}
        unit={form.unit}
        value={form.amount}
        error={problem === undefined || (unfinished && !strict) ? undefined : explainAmount(problem)}
        onInput={onChange}
      />
      <Button label={t('send.max_label')} disabled={maximum === ''} onClick={() => onChange(null)}>
        {t('send.max')}
      </Button>
    </div>
  );
}

/** Blocks until a transfer with a preset fee is likely confirmed; none is promised for the lowest, nor where blocks come at any pace. */
const BLOCKS: Readonly<Partial<Record<FeeName, number>>> = { next_block: 1, few_blocks: 5 };

/** The fee: a preset by how soon a block should include the transfer, or one's own. */
function FeeField(props: {
  draft: Draft;
  fees: FeePresets;
  form: SendForm;
  review: SendReview | undefined;
  onChange: (fee: Draft['fee']) => void;
}) {
  const { draft, fees, form, review, onChange } = props;
  const { retarget, blockSpacingSeconds } = getNetwork(useWallet().wallet.network);
  const chosen = typeof draft.fee === 'string' ? draft.fee : 'custom';
  const isSame = fees.economy === fees.next_block;
  const preset = (name: FeeName) => {
    const minutes = Math.max(1, Math.round(((BLOCKS[name] ?? 0) * blockSpacingSeconds) / 60));
    return (
      <span class="w-preset">
        {t(`send.preset_${name}`)}{' '}
        <span class="c-mono">{localizeAmount(formatAmountEntry(fees[name], form.unit))}</span>{' '}
        {retarget === 'asert' && name in BLOCKS && <span>{t('send.preset_wait', { minutes })}</span>}
      </span>
    );
  };
  return (
    <div class="c-stack c-stack--tight w-fees">
      <span class="c-field__label" aria-hidden="true">
        {t('tx.fee')}
      </span>
      <Segmented<FeeName | 'custom'>
        label={t('tx.fee')}
        value={chosen}
        options={[
          ...FEE_NAMES.map((name) => ({ value: name, label: preset(name) })),
          { value: 'custom', label: t('send.preset_custom') },
        ]}
        onChoose={(name) => onChange(name === 'custom' ? { custom: form.fee } : name)}
      />
      {chosen === 'custom' ? (
        <AmountInput
          label={t('send.fee_custom')}
          unit={form.unit}
          value={form.fee}
          hint={t('send.fee_hint')}
          error={review?.feeProblem === undefined ? undefined : explainFee(review.feeProblem, form.unit)}
          onInput={(custom) => onChange({ custom })}
        />
      ) : (
        <p class="c-field__hint">{t(isSame ? 'send.fee_same' : 'send.fee_hint')}</p>
      )}
    </div>
  );
}

/** Spendable balance and total of the transfer, and notes on pending transfers, an empty balance or used-up nonces. */
function Totals({ review }: { review: SendReview | undefined }) {
  const { data } = useWallet();
  if (data === undefined) return null;
  const { account } = data;
  const spendable = parsePebbles(account.spendable_balance);
  const body = review?.plan?.body;
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
          <dd>{body === undefined ? '–' : <Amount value={body.value + body.fee} />}</dd>
        </div>
      </dl>
      {spendable === 0n && <p class="c-muted c-small">{t('send.none_spendable')}</p>}
    </>
  );
}
