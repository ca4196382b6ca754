import type { StepId, StepStatus, Verdict } from '../findings.ts';
import type { StepWords } from '../messages/step-words.ts';
import { tallyOfVerification, verdictSoFar, type Verification } from '../use-verification.ts';
import { type ShownStatus, StatusIcon } from './steps.tsx';

/**
 * Verdict on a page, or `running`. `walked`: verified, except for blocks of the chain that are too far away to be fetched.
 * `left`: a reorganization has removed the block, whatever was verified.
 */
export type PageVerdict = Verdict | 'running' | 'walked' | 'left';

export function pageVerdict(state: Verification, isLeft: boolean): PageVerdict {
  const verdict = verdictSoFar(state);
  if (isLeft && verdict !== 'differs') return 'left';
  const rest = [...state.results.values()].filter(({ status }) => status !== 'passed');
  return verdict === 'partly' && rest.every(({ reason }) => FAR.has(reason?.code)) ? 'walked' : verdict;
}

/** Reasons that do not count against an old block: its chain is longer than what was fetched. */
const FAR: ReadonlySet<string | undefined> = new Set(['far_genesis', 'far_tip']);

/** The claims of a page: signed by the sender, in a block, a sound block, its contents, blocks on top, the cost to reverse it. */
export type RungId = 'signed' | 'placed' | 'mined' | 'contents' | 'above' | 'cost';

/** Status of a rung; `left` if a reorganization has removed the block. */
export type RungStatus = StepStatus | 'waiting' | 'running' | 'left';

/** The rung that a step belongs to, on each kind of page. */
const RUNGS: Readonly<Record<'transaction' | 'block', (id: StepId) => RungId>> = {
  transaction: (id) => {
    if (id === 'above') return 'above';
    return SIGNED.has(id) ? 'signed' : 'placed';
  },
  block: (id) => {
    if (id === 'above') return 'above';
    return CONTENTS.has(id) ? 'contents' : 'mined';
  },
};
const SIGNED: ReadonlySet<StepId> = new Set(['transaction', 'signature', 'coinbase']);
const CONTENTS: ReadonlySet<StepId> = new Set(['contents', 'reward', 'transfers', 'rows']);

/** From the worst to the best: a rung has the worst status of its steps. */
const ORDER: readonly RungStatus[] = ['failed', 'running', 'skipped', 'limited', 'passed'];

/** The status of each rung. */
export function rungStatuses(
  kind: 'transaction' | 'block',
  { planned, results, broken }: Verification,
  isLeft: boolean,
): ReadonlyMap<RungId, RungStatus> {
  const statusOf = (id: StepId): StepStatus | 'running' => {
    const result = results.get(id);
    if (result === undefined) return broken ? 'skipped' : 'running';
    return FAR.has(result.reason?.code) ? 'passed' : result.status;
  };
  const statuses = new Map<RungId, RungStatus>();
  for (const id of planned) {
    const rung = RUNGS[kind](id);
    const [before, status] = [statuses.get(rung) ?? 'passed', statusOf(id)];
    statuses.set(rung, ORDER.indexOf(status) < ORDER.indexOf(before) ? status : before);
  }
  if (isLeft) statuses.set('placed', 'left');
  const above = statuses.get('above');
  // The cost of reversing a block follows from the blocks on top.
  if (above !== undefined) statuses.set('cost', above);
  return statuses;
}

const ICON_OF: Readonly<Record<PageVerdict, ShownStatus>> = {
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
  state: Verification;
  words: StepWords;
}

/** Icon, text and count of a verdict. */
export function VerdictLine({ verdict, state, words }: VerdictProps) {
  const count = state.planned.length > 0 ? countText(verdict, state, words) : '';
  return (
    <>
      <StatusIcon status={ICON_OF[verdict]} />
      <span class="verify-bar__words">
        <span class="verify-bar__verdict">{words.t(`verdict.${verdict}`)}</span>{' '}
        {count !== '' && <span class="verify-bar__count">{count}</span>}
      </span>
    </>
  );
}

/** Announces the verdict to screen readers, once, at the end. */
export function VerdictAnnouncement({ verdict, state, words }: VerdictProps) {
  const said = words.t(`verdict.${verdict}`);
  const count = countText(verdict, state, words);
  const text =
    verdict === 'running' ? '' : count === '' ? said : words.t('verdict.announce', { verdict: said, count });
  return (
    <p class="c-visually-hidden" role="status">
      {text}
    </p>
  );
}

/** How many steps have the status that the verdict is about; empty for `verified`. */
function countText(verdict: PageVerdict, state: Verification, { t }: StepWords): string {
  const { total, passed, failed, limited, skipped } = tallyOfVerification(state);
  if (verdict === 'verified') return '';
  if (verdict === 'walked') return t('verdict.walkedCount', { count: blocksNotFetched(state) });
  if (verdict === 'left') return t('verdict.leftCount');
  if (verdict === 'partly') return t('verdict.partlyCount', { passed, total });
  if (verdict === 'differs') return t('verdict.differsCount', { failed, total });
  if (verdict === 'unchecked') return t('verdict.uncheckedCount', { total });
  return t('verdict.runningCount', { done: passed + failed + limited + skipped, total });
}

function blocksNotFetched({ results }: Verification): number {
  const counts = [...results.values()].map(({ reason }) => reason?.count ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}
