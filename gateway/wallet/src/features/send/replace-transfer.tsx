import type { RpcTransaction } from '@cairn/api/rpc';
import { minimumReplacementFee, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, Notice, useStore } from '@cairn/ui';
import {
  formatAmountEntry,
  isAbsurdFee,
  isReplaceable,
  planReplacement,
  type ReplacementKind,
  type SendPlan,
} from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { AmountInput, formatAmount } from '../../shared/amount.tsx';
import { explainFee } from '../../shared/field-errors.ts';
import { Form } from '../../shared/form.tsx';
import { Facts } from '../../shared/lists.tsx';
import { useWallet } from '../../model/context.ts';
import { canSubmit, isWatching, outboxOf, type Replacing } from '../../model/state.ts';
import { meaningOf, TransferSummary } from '../transfers/index.ts';
import { t } from './texts.ts';

interface Actions {
  readonly onReview: (plan: SendPlan) => void;
  readonly onLeave: () => void;
}

/** The form of a replacement, as long as the original is pending. */
export function ReplaceTransfer({ id, kind, ...actions }: Replacing & Actions) {
  const { data } = useWallet();
  if (data === undefined) return null;
  const original = data.history.pending.find((item) => item.id === id);
  if (original !== undefined && isReplaceable(original, data.account))
    return <ReplacementForm {...{ kind, original }} {...actions} />;
  return (
    <Notice tone="info" action={<Button onClick={actions.onLeave}>{t('common.back')}</Button>}>
      {t('replace.gone')}
    </Notice>
  );
}

function ReplacementForm(props: { kind: ReplacementKind; original: RpcTransaction } & Actions) {
  const { kind, original, onReview, onLeave } = props;
  const { model, data, wallet, state } = useWallet();
  const unit = useStore(model.settings.unit);
  const [fee, setFee] = useState(() => formatAmountEntry(suggestReplacementFee(original), unit));
  const { account } = data!;
  const { plan, feeProblem, minimumFee } = planReplacement({
    kind,
    original,
    fee,
    unit,
    network: wallet.network,
    account,
  });
  const blocked = !canSubmit(state);
  // The wallet with the key would refuse to sign a transfer with such a fee.
  const absurd = isWatching(state) && plan !== undefined && isAbsurdFee(plan.body);
  const submit = (): boolean => {
    if (plan === undefined || blocked || absurd) return false;
    onReview(plan);
    return true;
  };
  const problem = feeProblem && explainFee(feeProblem, unit, minimumFee);
  return (
    <div class="w-act-card">
      <Form onSubmit={submit}>
        <Card
          flush
          footer={
            <div class="c-actions">
              <Button onClick={onLeave}>{t('replace.keep')}</Button>
              <Button variant="primary" type="submit" disabled={blocked}>
                {t(`replace.review_${kind}`)}
              </Button>
            </div>
          }
        >
          <div class="c-pad c-stack">
            <TransferSummary meaning={meaningOf(original, outboxOf(state))} />
          </div>
          <Facts
            items={[{ label: t('replace.fee_now'), value: <Amount value={parsePebbles(original.fee)} /> }]}
          />
          <div class="c-pad c-ruled c-stack">
            <p class="c-muted">{t(`replace.${kind}_text`)}</p>
            <AmountInput
              label={t(`replace.fee_${kind}`)}
              unit={unit}
              value={fee}
              hint={t('replace.rule', { minimum: formatAmount(minimumFee, unit) })}
              error={absurd ? t('scan.invalid_fee') : problem}
              onInput={setFee}
            />
          </div>
        </Card>
      </Form>
    </div>
  );
}

/** Twice the original fee, or the minimum for a replacement if that is more. */
function suggestReplacementFee({ fee }: RpcTransaction): bigint {
  const former = parsePebbles(fee);
  const minimum = minimumReplacementFee(former);
  return former * 2n > minimum ? former * 2n : minimum;
}
