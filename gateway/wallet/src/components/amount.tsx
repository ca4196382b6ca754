import { Amount as ExactAmount, type AmountProps } from '@cairn/ui';
import { useSettings } from '../lib/context.ts';
import { t } from '../messages/messages.ts';

/**
 * An exact amount in the chosen unit; dots in privacy mode. Where something is about to be signed the design system's
 * own `Amount` stands instead: what one agrees to is never hidden.
 */
export function Amount(props: AmountProps) {
  const { hideAmounts } = useSettings();
  return hideAmounts ? <HiddenAmount /> : <ExactAmount {...props} />;
}

/** Replaces an amount in privacy mode; always the same text, so that its length reveals nothing. */
export function HiddenAmount() {
  return (
    <span class="w-hidden-amount">
      <span aria-hidden="true">••••••</span>
      <span class="c-visually-hidden">{t('common.hiddenAmount')}</span>
    </span>
  );
}
