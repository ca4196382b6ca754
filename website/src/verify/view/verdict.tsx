import { tallyOfVerification, type Verification } from '../use-verification.ts';
import type { Standing } from './standing.ts';
import { type ShownStatus, StatusIcon } from './steps.tsx';
import type { StepWords } from './words.ts';

const ICON_OF: Readonly<Record<Standing, ShownStatus>> = {
  running: 'running',
  verified: 'passed',
  walked: 'passed',
  left: 'skipped',
  partly: 'limited',
  differs: 'failed',
  unchecked: 'skipped',
};

/** How many checks stand how, in words. */
export function countText(standing: Standing, state: Verification, { t }: StepWords): string {
  const { total, passed, failed, limited, skipped } = tallyOfVerification(state);
  if (standing === 'verified') return '';
  if (standing === 'walked') return t('verdict.walkedCount', { count: unwalked(state) });
  if (standing === 'left') return t('verdict.leftCount');
  if (standing === 'partly') return t('verdict.partlyCount', { passed, total });
  if (standing === 'differs') return t('verdict.differsCount', { failed, total });
  if (standing === 'unchecked') return t('verdict.uncheckedCount', { total });
  return t('verdict.runningCount', { done: passed + failed + limited + skipped, total });
}

/** Blocks of the chain that were not fetched. */
function unwalked({ results }: Verification): number {
  const left = [...results.values()].map(({ reason }) => reason?.count ?? 0);
  return left.reduce((sum, count) => sum + count, 0);
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
  const count = state.planned.length > 0 ? countText(standing, state, words) : '';
  return (
    <>
      <StatusIcon status={ICON_OF[standing]} />
      <span class="verify-bar__words">
        <span class="verify-bar__verdict">{words.t(`verdict.${standing}`)}</span>{' '}
        {count !== '' && <span class="verify-bar__count">{count}</span>}
      </span>
    </>
  );
}

/** Tells assistive technology the verdict, once, when it is there. */
export function VerdictAnnouncement(props: { standing: Standing; state: Verification; words: StepWords }) {
  const { standing, state, words } = props;
  const verdict = words.t(`verdict.${standing}`);
  const count = countText(standing, state, words);
  const text =
    standing === 'running' ? '' : count === '' ? verdict : words.t('verdict.announce', { verdict, count });
  return (
    <p class="c-visually-hidden" role="status">
      {text}
    </p>
  );
}
