import { type BlockId, COINBASE_SENDER } from '@cairn/protocol';
import { Button } from '@cairn/ui';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { API_BASE_URL } from '../../site/config.ts';
import { saveReceipt } from './save-receipt.ts';
import { isFar, type Proof, statusOf, type StepState, type Verdict } from './steps.ts';
import { type StepTranslations, useTranslations } from './steps.texts.ts';
import { useVerification } from './use-verification.ts';
import { VerdictBar } from './verdict.tsx';
import type { PageSubject } from './verify.ts';
import type { VerifyRequest } from './worker.ts';

interface PanelProps {
  /** A new object starts the verification again. */
  subject: PageSubject;
  /** True while the page loads its data again: what was proven before is not shown as proven now. */
  isLoading: boolean;
  /** Called with the steps whenever they change; none while the page loads its data again. */
  onSteps: (steps: readonly StepState[]) => void;
  onProof?: ((proof: Proof | undefined) => void) | undefined;
  onBehind?: ((tip: BlockId) => void) | undefined;
}

/** Verifies what a page shows: the verdict, the steps, and what can be done with them. */
export default function Panel(props: PanelProps) {
  const { subject, isLoading, onSteps, onProof, onBehind } = props;
  const translations = useTranslations();
  const { t, link } = translations;
  const [checkRest, setCheckRest] = useState(false);
  const request = useMemo(
    (): VerifyRequest => ({ kind: 'page', subject, baseUrl: API_BASE_URL ?? '', checkRest }),
    [subject, checkRest],
  );
  const { state, again } = useVerification(request);
  const { steps, hasEnded, proof } = state;
  const behind = steps.find(({ reason }) => reason?.tip !== undefined)?.reason?.tip;
  const isMoving = isLoading || behind !== undefined;
  const verdict = isMoving ? 'running' : statusOf(steps, hasEnded);
  useEffect(() => onSteps(isMoving ? [] : steps), [steps, isMoving]);
  useEffect(() => {
    onProof?.(proof);
    // A page without the panel has none to hand on: its block has left the chain.
    return () => onProof?.(undefined);
  }, [proof]);
  useEffect(() => {
    if (hasEnded && behind !== undefined) onBehind?.(behind);
  }, [state]);
  const offersRest = !checkRest && hasEnded && steps.some(isLimited);
  return (
    <VerdictBar
      verdict={verdict}
      steps={steps}
      lead={<p class="verify-proven">{provenText(verdict, steps, subject, translations)}</p>}
    >
      <div class="verify-actions c-row">
        {offersRest && (
          <Button size="sm" variant="primary" onClick={() => setCheckRest(true)}>
            {t('panel.further')}
          </Button>
        )}
        {proof !== undefined && (
          <Button size="sm" onClick={() => saveReceipt(proof)}>
            {t('panel.save')}
          </Button>
        )}
        {hasEnded && (
          <Button size="sm" onClick={again}>
            {t('panel.again')}
          </Button>
        )}
      </div>
      {offersRest && <p class="c-small c-muted">{t('panel.furtherHint')}</p>}
      <p>
        <a href={link.page('/verify')}>{t('panel.more')}</a>
      </p>
    </VerdictBar>
  );
}

/** True for a step that checks more if the user asks for the rest. */
function isLimited({ status, reason }: StepState): boolean {
  return status === 'limited' || reason?.code === 'large_block' || reason?.code === 'deep_page';
}

/** One sentence on what was proven and what a browser cannot know. */
function provenText(
  verdict: Verdict,
  steps: readonly StepState[],
  subject: PageSubject,
  { t }: StepTranslations,
): string {
  if (verdict !== 'passed') return t(`panel.${verdict}`);
  if (subject.kind === 'address') return t('panel.proven.address');
  if (steps.some(isFar)) return t('panel.walked');
  const isReward = subject.kind === 'transaction' && subject.shown.from_address === COINBASE_SENDER;
  return t(isReward ? 'panel.proven.coinbase' : `panel.proven.${subject.kind}`);
}
