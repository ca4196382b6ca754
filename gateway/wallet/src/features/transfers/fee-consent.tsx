import { Amount, Notice } from '@cairn/ui';
import { needsFeeConsent } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Checkbox } from '../../shared/fields.tsx';
import { Rich, t } from './texts.ts';

/** A consent that signing may require. */
export interface Consent {
  /** True if the consent is given or not needed. Otherwise shows an error at the checkbox and focuses it. */
  readonly given: () => boolean;
  readonly notice: ComponentChildren;
}

/**
 * Requires consent to a fee of more than a tenth of the amount. Both are in pebbles.
 * @param amount `undefined` if the amount is not known: no consent is required then
 */
export function useFeeConsent(fee: bigint, amount: bigint | undefined): Consent {
  const needed = amount !== undefined && needsFeeConsent(fee, amount);
  return useConsent(
    needed && {
      title: describeShare(fee, amount),
      text: (
        <Rich
          k="confirm.fee_share_text"
          values={{ fee: <Amount value={fee} />, amount: <Amount value={amount} /> }}
        />
      ),
      label: t('confirm.fee_consent'),
      missing: t('confirm.fee_consent_missing'),
    },
  );
}

/** Shows a warning with a checkbox that the user must tick. @param warning false if no consent is required */
export function useConsent(
  warning: false | { title: string; text: ComponentChildren; label: string; missing: string },
): Consent {
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  if (warning === false) return { given: () => true, notice: null };
  const given = (): boolean => {
    setMissing(!agreed);
    if (!agreed) container.current?.querySelector('input')?.focus();
    return agreed;
  };
  const notice = (
    <div ref={container}>
      <Notice tone="warn" title={warning.title}>
        <p>{warning.text}</p>
        <Checkbox
          label={warning.label}
          checked={agreed}
          error={missing && !agreed ? warning.missing : undefined}
          onChange={setAgreed}
        />
      </Notice>
    </div>
  );
  return { given, notice };
}

function describeShare(fee: bigint, amount: bigint): string {
  if (fee >= amount) return t('confirm.fee_exceeds');
  return t('confirm.fee_share', { percent: Number((fee * 100n) / amount) });
}
