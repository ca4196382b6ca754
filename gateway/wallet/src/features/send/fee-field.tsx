import { getNetwork, type NetworkName } from '@cairn/protocol';
import { Segmented } from '@cairn/ui';
import {
  formatAmountEntry,
  type AmountUnit,
  type FeeChoice,
  type FeePresets,
  type ReplacementFeeProblem,
} from '@cairn/wallet';
import { AmountInput } from '../../shared/amount.tsx';
import { localizeAmount } from '../../shared/amount-text.ts';
import { explainFee } from '../../shared/field-errors.ts';
import { t } from './texts.ts';

/** The fee, with presets by how soon a block should include the transfer. */
export function FeeField(props: {
  fee: string;
  unit: AmountUnit;
  problem: ReplacementFeeProblem | undefined;
  presets: FeePresets;
  network: NetworkName;
  onInput: (fee: string) => void;
}) {
  const { fee, unit, problem, presets, network, onInput } = props;
  return (
    <div class="c-stack c-stack--tight">
      <AmountInput
        label={t('tx.fee')}
        unit={unit}
        value={fee}
        hint={t(presets.samples > 0 ? 'send.fee_hint' : 'send.fee_default')}
        error={problem === undefined ? undefined : explainFee(problem, unit)}
        onInput={onInput}
      />
      <Presets {...{ fee, unit, presets, network, onInput }} />
    </div>
  );
}

/** Blocks until a transfer with a preset fee is likely confirmed; none is promised for the lowest. */
const BLOCKS: Readonly<Partial<Record<FeeChoice['name'], number>>> = { next_block: 1, few_blocks: 5 };

/** The presets with their fees. A single preset is shown only if the field has another fee. */
function Presets(props: {
  fee: string;
  unit: AmountUnit;
  presets: FeePresets;
  network: NetworkName;
  onInput: (fee: string) => void;
}) {
  const { fee, unit, presets, network, onInput } = props;
  const choices = presets.choices.map(({ name, fee: pebbles }) => ({
    name,
    written: formatAmountEntry(pebbles, unit),
  }));
  const chosen = choices.find(({ written }) => written === fee.trim())?.name;
  if (choices.length === 1 && chosen !== undefined) return null;
  const minutes = (blocks: number): number =>
    Math.max(1, Math.round((blocks * getNetwork(network).blockSpacingSeconds) / 60));
  return (
    <Segmented<FeeChoice['name'] | 'other'>
      label={t('send.presets')}
      value={chosen ?? 'other'}
      options={choices.map(({ name, written }) => {
        const blocks = BLOCKS[name];
        return {
          value: name,
          label: (
            <span class="w-preset">
              {t(`send.preset_${name}`)} <span class="c-mono c-faint">{localizeAmount(written)}</span>{' '}
              {blocks !== undefined && (
                <span class="w-preset__wait c-faint">
                  {t('send.preset_wait', { minutes: minutes(blocks) })}
                </span>
              )}
            </span>
          ),
        };
      })}
      onChoose={(name) => onInput(choices.find((choice) => choice.name === name)!.written)}
    />
  );
}
