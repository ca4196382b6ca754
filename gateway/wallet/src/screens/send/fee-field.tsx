import { Segmented, TextField } from '@cairn/ui';
import {
  formatAmountEntry,
  type AmountUnit,
  type FeePresets,
  type ReplacementFeeProblem,
} from '@cairn/wallet';
import { explainFee } from '../../lib/entry-words.ts';
import { t } from '../../messages/messages.ts';
import { unitName } from './amount-field.tsx';

const NAMES = ['low', 'usual', 'high'] as const;

/** The fee in the chosen unit, with presets and where they come from. */
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
      <TextField
        label={t('send.fee')}
        unit={unitName(unit)}
        mono
        inputMode={unit === 'crn' ? 'decimal' : 'numeric'}
        value={fee}
        hint={t('send.fee_hint')}
        error={problem === undefined ? undefined : explainFee(problem, unit)}
        onInput={onInput}
      />
      {presets !== undefined && <Presets {...{ fee, unit, presets, onInput }} />}
    </div>
  );
}

function Presets(props: {
  fee: string;
  unit: AmountUnit;
  presets: FeePresets;
  onInput: (fee: string) => void;
}) {
  const { fee, unit, presets, onInput } = props;
  const written = (name: (typeof NAMES)[number]): string => formatAmountEntry(presets[name], unit);
  const chosen = NAMES.find((name) => written(name) === fee.trim()) ?? 'other';
  return (
    <>
      <Segmented<(typeof NAMES)[number] | 'other'>
        label={t('send.presets')}
        value={chosen}
        options={NAMES.map((name) => ({ value: name, label: t(`send.preset_${name}`) }))}
        onChoose={(name) => name !== 'other' && onInput(written(name))}
      />
      <p class="c-field__hint">
        {presets.samples > 0
          ? t('send.presets_learned', { count: presets.samples })
          : t('send.presets_standard')}
      </p>
    </>
  );
}
