import { Button } from '@cairn/ui';
import { formatAmountEntry, type SendForm, type ValueProblem } from '@cairn/wallet';
import { AmountInput } from '../../shared/amount.tsx';
import { explainAmount } from '../../shared/field-errors.ts';
import { t } from './texts.ts';

/**
 * The largest amount that can be sent, in pebbles, or why there is none: the account is not loaded, the fee is missing
 * or invalid, or the balance does not cover more than the fee.
 */
export type Maximum = bigint | 'unread' | 'needs_fee' | 'none';

/** The amount, with a button for the maximum. */
export function AmountField(props: {
  form: SendForm;
  problem: ValueProblem | undefined;
  strict: boolean;
  maximum: Maximum;
  onInput: (amount: string) => void;
}) {
  const { form, maximum, onInput } = props;
  return (
    <div class="w-with-button">
      <AmountInput
        label={t('tx.amount')}
        unit={form.unit}
        value={form.amount}
        hint={typeof maximum === 'bigint' ? undefined : t(`send.max_${maximum}`)}
        error={errorOf(props)}
        onInput={onInput}
      />
      <Button
        label={t('send.max_label')}
        title={typeof maximum === 'bigint' ? undefined : t(`send.max_${maximum}`)}
        disabled={typeof maximum !== 'bigint'}
        onClick={() => typeof maximum === 'bigint' && onInput(formatAmountEntry(maximum, form.unit))}
      >
        {t('send.max')}
      </Button>
    </div>
  );
}

function errorOf(props: {
  problem: ValueProblem | undefined;
  form: SendForm;
  strict: boolean;
}): string | undefined {
  const { problem, form, strict } = props;
  if (problem === undefined) return undefined;
  // Typing can turn "0" or "0." into a valid amount: show no error before a submission.
  const unfinished = problem === 'empty' || (problem === 'zero' && /^0?\.?0*$/.test(form.amount.trim()));
  return unfinished && !strict ? undefined : explainAmount(problem);
}
