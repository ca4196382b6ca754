import { Notice } from '@cairn/ui';
import type { SubmitOutcome } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { explainCode } from '../../shared/error-texts.ts';
import { t } from './texts.ts';

export type Rejection = Extract<SubmitOutcome, { kind: 'rejected' }>;

/**
 * Notice of a transfer that the node rejected. Has its own text for a replacement: the original is not affected, and
 * may still be carried out or already be in a block.
 */
export function RejectedNotice(props: {
  outcome: Rejection;
  replacement: boolean;
  action: ComponentChildren;
}) {
  const { outcome, replacement, action } = props;
  const rejected = replacement ? 'result.rejected_replacement' : 'result.rejected';
  const why = explainCode(outcome.reason ?? outcome.code);
  return (
    <Notice tone="error" title={t(rejected)} live action={action}>
      {t(`${rejected}_text`, { why })}
    </Notice>
  );
}
