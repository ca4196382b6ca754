import type { Verdict } from '../model.ts';
import { tallyOfVerification, type Verification } from '../use-verification.ts';
import { StatusIcon, type StepStatus } from './step.tsx';
import type { StepWords } from './words.ts';

export type Standing = Verdict | 'running';

const ICON_OF: Readonly<Record<Standing, StepStatus>> = {
  running: 'running',
  verified: 'passed',
  partly: 'limited',
  differs: 'failed',
  unchecked: 'skipped',
};

/** How many checks stand how, in words. */
export function countText(standing: Standing, state: Verification, { t }: StepWords): string {
  const { total, passed, failed, limited, skipped } = tallyOfVerification(state);
  if (standing === 'verified') return t('verdict.verifiedCount', { count: total });
  if (standing === 'partly') return t('verdict.partlyCount', { passed, total });
  if (standing === 'differs') return t('verdict.differsCount', { failed, total });
  if (standing === 'unchecked') return t('verdict.uncheckedCount', { total });
  return t('verdict.runningCount', { done: passed + failed + limited + skipped, total });
}

/** The verdict's sign, word and count. */
export function VerdictLine({
  standing,
  state,
  words,
}: {
  standing: Standing;
  state: Verification;
  words: StepWords;
}) {
  return (
    <>
      <StatusIcon status={ICON_OF[standing]} />
      <span class="verify-bar__words">
        <span class="verify-bar__verdict">{words.t(`verdict.${standing}`)}</span>{' '}
        {state.planned.length > 0 && (
          <span class="verify-bar__count">{countText(standing, state, words)}</span>
        )}
      </span>
    </>
  );
}

/** Tells assistive technology the verdict, once, when it is there. */
export function VerdictAnnouncement(props: { standing: Standing; state: Verification; words: StepWords }) {
  const { standing, state, words } = props;
  const text =
    standing === 'running'
      ? ''
      : words.t('verdict.announce', {
          verdict: words.t(`verdict.${standing}`),
          count: countText(standing, state, words),
        });
  return (
    <p class="c-visually-hidden" role="status">
      {text}
    </p>
  );
}
