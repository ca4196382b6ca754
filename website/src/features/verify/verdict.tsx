import { Icon } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { StatusIcon } from './claims.tsx';
import type { StepState, StepStatus, Verdict } from './findings.ts';
import { type StepTranslations, useTranslations } from './steps.texts.ts';
import { Steps } from './steps.tsx';

/** Verdict on a page. `left`: a reorganization has removed the block, and no step failed. */
export type PageVerdict = Verdict | 'left';

const ICON_OF: Readonly<Record<PageVerdict, StepStatus>> = {
  running: 'running',
  verified: 'passed',
  walked: 'passed',
  left: 'skipped',
  partly: 'limited',
  differs: 'failed',
  unchecked: 'skipped',
};

export interface VerdictBarProps {
  readonly verdict: PageVerdict;
  readonly steps: readonly StepState[];
  /** True to show the steps from the start. */
  readonly isOpen?: boolean;
  /** Above the steps. */
  readonly lead: ComponentChildren;
  /** Below the steps. */
  readonly children: ComponentChildren;
}

/** A bar with the verdict; it opens to show the steps, of itself if something is wrong. Screen readers hear the verdict. */
export function VerdictBar({ verdict, steps, isOpen = false, lead, children }: VerdictBarProps) {
  const translations = useTranslations();
  const { t } = translations;
  const details = useRef<HTMLDetailsElement>(null);
  const differs = verdict === 'differs';
  useEffect(() => {
    if (differs && details.current !== null) details.current.open = true;
  }, [differs]);
  const said = t(`verdict.${verdict}`);
  const count = countText(verdict, steps, translations);
  return (
    <>
      <p class="c-visually-hidden" role="status">
        {verdict !== 'running' && (count === '' ? said : `${said}: ${count}.`)}
      </p>
      <details ref={details} open={isOpen} class="verify-bar" data-verdict={verdict}>
        <summary class="verify-bar__head">
          <StatusIcon status={ICON_OF[verdict]} />
          <span class="verify-bar__words">
            <span class="verify-bar__verdict">{said}</span>{' '}
            {count !== '' && <span class="verify-bar__count">{count}</span>}
          </span>
          <span class="verify-bar__open">
            <span class="verify-bar__open-word">{t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="verify-bar__body">
          {lead}
          <Steps steps={steps} />
          {children}
        </div>
      </details>
    </>
  );
}

/** Text beside a verdict, such as the number of steps, or of blocks that were not fetched; empty for some verdicts. */
function countText(verdict: PageVerdict, steps: readonly StepState[], { t }: StepTranslations): string {
  if (steps.length === 0 || verdict === 'verified' || verdict === 'unchecked') return '';
  if (verdict === 'left') return t('verdict.leftCount');
  const stepsThat = (isCounted: (status: StepStatus) => boolean) =>
    steps.filter(({ status }) => isCounted(status)).length;
  const count = {
    running: stepsThat((status) => status !== 'waiting' && status !== 'running'),
    walked: steps.reduce((sum, { reason }) => sum + (reason?.count ?? 0), 0),
    partly: stepsThat((status) => status === 'passed'),
    differs: stepsThat((status) => status === 'failed'),
  }[verdict];
  return t(`verdict.${verdict}Count`, { count, total: steps.length });
}
