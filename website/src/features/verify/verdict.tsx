import type { StepTranslations } from './steps.texts.ts';
import { isFar, type StepState, type StepStatus, type Verdict, verdictOf } from './findings.ts';
import type { Verification } from './worker.ts';
import { type IconStatus, StatusIcon } from './status-icon.tsx';

/**
 * The claims of a page: signed by the sender, in a block, proof of work, contents, blocks on top, cost to reverse; of an address
 * its balance, its complete history, the chain down from the newest block.
 */
export type ClaimId =
  'signed' | 'placed' | 'mined' | 'contents' | 'above' | 'cost' | 'balance' | 'complete' | 'linked';

/** Verdict on a page. `left`: a reorganization has removed the block, and no step failed. */
export type PageVerdict = Verdict | 'left';

export function pageVerdict({ steps, hasEnded }: Verification, isLeft: boolean): PageVerdict {
  const verdict = verdictOf(steps, hasEnded);
  return isLeft && verdict !== 'differs' ? 'left' : verdict;
}

/** The claims that a step belongs to, on each kind of page. An address's state is proven only by a checked chain. */
const CLAIMS_OF_STEP = {
  transaction: {
    transaction: ['signed'],
    signature: ['signed'],
    reward: ['signed'],
    above: ['above'],
    other: ['placed'],
  },
  block: {
    contents: ['contents'],
    reward: ['contents'],
    transfers: ['contents'],
    rows: ['contents'],
    above: ['above'],
    other: ['mined'],
  },
  address: {
    account: ['balance'],
    history: ['complete'],
    entries: ['complete'],
    other: ['balance', 'complete', 'linked'],
  },
} as const satisfies Record<string, Partial<Record<StepState['id'] | 'other', readonly ClaimId[]>>>;

/** From the worst to the best: a claim has the worst status of its steps. */
const ORDER: readonly IconStatus[] = ['failed', 'running', 'skipped', 'limited', 'passed'];

/** The status of each claim. */
export function claimStatuses(
  kind: keyof typeof CLAIMS_OF_STEP,
  { steps }: Verification,
  isLeft: boolean,
): ReadonlyMap<ClaimId, IconStatus> {
  const claimsOf: Partial<Record<StepState['id'], readonly ClaimId[]>> & { other: readonly ClaimId[] } =
    CLAIMS_OF_STEP[kind];
  const statuses = new Map<ClaimId, IconStatus>();
  for (const step of steps) {
    const status = isFar(step) ? 'passed' : step.status === 'waiting' ? 'running' : step.status;
    for (const claim of claimsOf[step.id] ?? claimsOf.other) {
      const before = statuses.get(claim) ?? 'passed';
      statuses.set(claim, ORDER.indexOf(status) < ORDER.indexOf(before) ? status : before);
    }
  }
  if (isLeft) statuses.set('placed', 'left');
  const above = statuses.get('above');
  // The cost of reversing a block follows from the blocks on top.
  if (above !== undefined) statuses.set('cost', above);
  return statuses;
}

const ICON_OF: Readonly<Record<PageVerdict, StepStatus>> = {
  running: 'running',
  verified: 'passed',
  walked: 'passed',
  left: 'skipped',
  partly: 'limited',
  differs: 'failed',
  unchecked: 'skipped',
};

interface VerdictProps {
  verdict: PageVerdict;
  steps: readonly StepState[];
  translations: StepTranslations;
}

/** Icon, text and count of a verdict. */
export function VerdictLine({ verdict, steps, translations }: VerdictProps) {
  const count = countText(verdict, steps, translations);
  return (
    <>
      <StatusIcon status={ICON_OF[verdict]} />
      <span class="verify-bar__words">
        <span class="verify-bar__verdict">{translations.t(`verdict.${verdict}`)}</span>{' '}
        {count !== '' && <span class="verify-bar__count">{count}</span>}
      </span>
    </>
  );
}

/** Announces the verdict to screen readers: at the end, or as soon as a step fails. */
export function VerdictAnnouncement({ verdict, steps, translations }: VerdictProps) {
  const said = translations.t(`verdict.${verdict}`);
  const count = countText(verdict, steps, translations);
  const text = count === '' ? said : translations.t('verdict.announce', { verdict: said, count });
  return (
    <p class="c-visually-hidden" role="status">
      {verdict === 'running' ? '' : text}
    </p>
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
