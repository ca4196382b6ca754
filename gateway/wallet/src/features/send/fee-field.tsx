import { Button, Segmented } from '@cairn/ui';
import {
  formatAmountEntry,
  type AmountUnit,
  type FeeChoice,
  type FeePresets,
  type ReplacementFeeProblem,
} from '@cairn/wallet';
import { AmountInput } from '../../shared/amount.tsx';
import { localizeAmount, formatAmount } from '../../shared/amount-text.ts';
import { explainFee } from '../../shared/field-errors.ts';
import { t } from './texts.ts';

/** The fee, with presets derived from recent blocks, or a default without enough of them. */
export function FeeField(props: {
  fee: string;
  unit: AmountUnit;
  problem: ReplacementFeeProblem | undefined;
  presets: FeePresets | undefined;
  onInput: (fee: string) => void;
}) {
  const { fee, unit, problem, presets, onInput } = props;
  return (
    <div class="w-typed">
      <AmountInput
        label={t('send.fee')}
        unit={unit}
        value={fee}
        hint={hintOf(presets)}
        error={problem === undefined ? undefined : explainFee(problem, unit)}
        onInput={onInput}
      />
      {presets !== undefined && <Presets {...{ fee, unit, presets, onInput }} />}
    </div>
  );
}

/** Says from how many transfers the presets are derived, or that the default is used. */
function hintOf(presets: FeePresets | undefined): string {
  if (presets === undefined) return t('send.fee_hint');
  return presets.samples > 0 ? t('send.fee_learned', { count: presets.samples }) : t('send.fee_default');
}

/** The presets with their fees. A single preset (the default) is shown only if the field has another fee. */
function Presets(props: {
  fee: string;
  unit: AmountUnit;
  presets: FeePresets;
  onInput: (fee: string) => void;
}) {
  const { fee, unit, presets, onInput } = props;
  const choices = presets.choices.map(({ name, fee: pebbles }) => ({
    name,
    written: formatAmountEntry(pebbles, unit),
  }));
  const chosen = choices.find(({ written }) => written === fee.trim())?.name;
  const [only] = choices;
  if (choices.length === 1) {
    if (chosen !== undefined) return null;
    return (
      <Button size="sm" variant="ghost" onClick={() => onInput(only!.written)}>
        {t('send.use_default', { fee: formatAmount(presets.first, unit) })}
      </Button>
    );
  }
  return (
    <Segmented<FeeChoice['name'] | 'other'>
      label={t('send.presets')}
      value={chosen ?? 'other'}
      options={choices.map(({ name, written }) => ({
        value: name,
        label: (
          <span class="w-preset">
            {t(`send.preset_${name}`)} <span class="w-preset__fee">{localizeAmount(written)}</span>
          </span>
        ),
      }))}
      onChoose={(name) => onInput(choices.find((choice) => choice.name === name)!.written)}
    />
  );
}
