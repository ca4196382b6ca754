import { Amount, Notice } from '@cairn/ui';
import { needsFeeConsent } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Checkbox } from '../../components/fields.tsx';
import { t } from '../../messages/messages.ts';
import { Rich } from '../../messages/rich.tsx';

/** A consent that signing may take. */
export interface Consent {
  /** Whether it is given or not needed; where it is missing, that shows and its box gets the focus. */
  readonly given: () => boolean;
  readonly notice: ComponentChildren;
}

/**
 * The consent that a fee of more than a tenth of the amount takes. Both in pebbles.
 * @param amount absent where it is not known: then there is nothing to compare with
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

/** A warning with a box that has to be ticked. @param what false where nothing needs a consent */
export function useConsent(
  what: false | { title: string; text: ComponentChildren; label: string; missing: string },
): Consent {
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  if (what === false) return { given: () => true, notice: null };
  const given = (): boolean => {
    setMissing(!agreed);
    if (!agreed) frame.current?.querySelector('input')?.focus();
    return agreed;
  };
  const notice = (
    <div ref={frame}>
      <Notice tone="warn" title={what.title}>
        <p>{what.text}</p>
        <Checkbox
          label={what.label}
          checked={agreed}
          error={missing && !agreed ? what.missing : undefined}
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
