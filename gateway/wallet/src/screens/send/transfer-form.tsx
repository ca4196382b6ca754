import { formatCoins, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, Notice, TextField } from '@cairn/ui';
import {
  explainAmount,
  explainFee,
  explainRecipient,
  MAX_FEE,
  maxSendable,
  parseAmountEntry,
  planSend,
  type SendForm,
  type SendPlan,
  type SendReview,
} from '@cairn/wallet';
import type { NetworkName } from '@cairn/protocol';
import { useState } from 'preact/hooks';
import { AccountSwitcher } from '../../components/account-switcher.tsx';
import { Form } from '../../components/form.tsx';
import { useWallet, type WalletView } from '../../lib/context.ts';
import { sendBlockers } from '../../model/state.ts';

interface TransferFormProps {
  readonly form: SendForm;
  /** The account has changed since the transfer was confirmed. */
  readonly changed: boolean;
  readonly onChange: (form: SendForm) => void;
  readonly onReview: (plan: SendPlan) => void;
}

/** Recipient, amount and fee, each judged as it is typed. */
export function TransferForm({ form, changed, onChange, onReview }: TransferFormProps) {
  const view = useWallet();
  const [strict, setStrict] = useState(false);
  const { data, wallet, state } = view;
  const review = reviewOf(view, form);
  const blocked = sendBlockers(state).length > 0;
  const submit = (): boolean => {
    setStrict(true);
    if (review?.plan === undefined || blocked) return false;
    onReview(review.plan);
    return true;
  };
  const fee = parseAmountEntry(form.fee, MAX_FEE);
  const maximum = data !== undefined && fee.ok ? maxSendable(data.account, fee.pebbles) : undefined;
  return (
    <Card title="New transfer" actions={<AccountSwitcher />}>
      <Form onSubmit={submit}>
        {changed && (
          <Notice tone="warn" title="The account has changed meanwhile" live>
            Nothing was signed. Review the transfer again with the current state.
          </Notice>
        )}
        <RecipientField {...{ form, onChange, strict, review }} network={wallet.network} />
        <div class="w-with-button">
          <TextField
            label="Amount"
            unit="CRN"
            mono
            inputMode="decimal"
            value={form.amount}
            error={amountError(review, form, strict)}
            onInput={(amount) => onChange({ ...form, amount })}
          />
          <Button
            label="Max amount"
            disabled={maximum === undefined}
            onClick={() => maximum !== undefined && onChange({ ...form, amount: formatCoins(maximum) })}
          >
            Max
          </Button>
        </div>
        <TextField
          label="Fee"
          unit="CRN"
          mono
          inputMode="decimal"
          value={form.fee}
          hint="Goes to the miner. A higher fee is taken into a block earlier."
          error={review?.feeProblem === undefined ? undefined : explainFee(review.feeProblem)}
          onInput={(fee) => onChange({ ...form, fee })}
        />
        <Totals review={review} view={view} />
        <Button variant="primary" type="submit" wide disabled={blocked || review === undefined}>
          Review
        </Button>
      </Form>
    </Card>
  );
}

function reviewOf({ data, wallet, ownAddresses }: WalletView, form: SendForm): SendReview | undefined {
  if (data === undefined) return undefined;
  return planSend({ form, network: wallet.network, account: data.account, ownAddresses });
}

function RecipientField(props: {
  form: SendForm;
  onChange: (form: SendForm) => void;
  strict: boolean;
  review: SendReview | undefined;
  network: NetworkName;
}) {
  const { form, onChange, strict, review, network } = props;
  const entry = review?.recipient;
  const words = entry === undefined || entry.ok ? undefined : explainRecipient(entry, network);
  // Being on the way is no mistake: it is only counted until somebody wants to go on.
  const unfinished = entry?.ok === false && (entry.problem === 'empty' || entry.problem === 'too_short');
  const hint = entry?.ok ? (entry.own ? 'This is one of your own accounts.' : 'The address adds up.') : words;
  return (
    <TextField
      label="Recipient"
      mono
      value={form.recipient}
      placeholder="Address, 34 characters"
      hint={form.recipient === '' ? undefined : hint}
      error={unfinished && !strict ? undefined : words}
      onInput={(recipient) => onChange({ ...form, recipient })}
    />
  );
}

function amountError(review: SendReview | undefined, form: SendForm, strict: boolean): string | undefined {
  const problem = review?.amountProblem;
  if (problem === undefined) return undefined;
  // "0" and "0." are on the way to an amount.
  const unfinished = problem === 'empty' || (problem === 'zero' && /^0?\.?0*$/.test(form.amount.trim()));
  return unfinished && !strict ? undefined : explainAmount(problem);
}

function Totals({ review, view }: { review: SendReview | undefined; view: WalletView }) {
  if (view.data === undefined) return null;
  const { plan } = review ?? {};
  return (
    <dl class="w-totals">
      <div>
        <dt>Spendable</dt>
        <dd>
          <Amount value={parsePebbles(view.data.account.spendable_balance)} />
        </dd>
      </div>
      <div>
        <dt>Total with fee</dt>
        <dd>{plan === undefined ? '–' : <Amount value={plan.total} />}</dd>
      </div>
      {review?.nonceExhausted && <div>This account has sent as many transactions as an account can.</div>}
    </dl>
  );
}
