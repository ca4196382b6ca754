import type { StepId, StepStatus, Verdict } from '../findings.ts';
import { type Verification, verdictNow } from '../use-verification.ts';

/** Claims of a page: the sender signed, the block holds it, the block is sound, others are on top, the cost to undo it. */
export type RungId = 'signed' | 'placed' | 'mined' | 'contents' | 'above' | 'cost';

/** A rung waits for its checks, runs, or has what they found; `left` for a block that the chain has left. */
export type RungStatus = StepStatus | 'waiting' | 'running' | 'left';

/**
 * State of a page: a verdict, or none yet; `walked` where nothing but far blocks of the chain was left out; `left` where the
 * chain has left the block, whatever was proven of it.
 */
export type Standing = Verdict | 'running' | 'walked' | 'left';

export function standingOf(state: Verification, isLeft: boolean): Standing {
  const verdict = verdictNow(state);
  if (isLeft && verdict !== 'differs') return 'left';
  const rest = [...state.results.values()].filter(({ status }) => status !== 'passed');
  return verdict === 'partly' && rest.every(({ reason }) => FAR.has(reason?.code)) ? 'walked' : verdict;
}

/** The rung that a check belongs to, on each kind of page. */
const RUNGS: Readonly<Record<'transaction' | 'block', (id: StepId) => RungId>> = {
  transaction: (id) => {
    if (ON_TOP.has(id)) return 'above';
    return SIGNED.has(id) ? 'signed' : 'placed';
  },
  block: (id) => {
    if (ON_TOP.has(id)) return 'above';
    return CONTENTS.has(id) ? 'contents' : 'mined';
  },
};
const ON_TOP: ReadonlySet<StepId> = new Set(['above']);
const SIGNED: ReadonlySet<StepId> = new Set(['transaction', 'signature', 'coinbase']);
const CONTENTS: ReadonlySet<StepId> = new Set(['contents', 'reward', 'transfers', 'rows']);

/** Why an old block counts as checked although its chain is longer than what was fetched of it. */
const FAR: ReadonlySet<string | undefined> = new Set(['far_genesis', 'far_tip']);

/** The worst of some checks decides: a rung passes only once all of its checks have. */
const ORDER: readonly RungStatus[] = ['failed', 'running', 'skipped', 'limited', 'passed'];

/** Results of the checks, by claim. Far blocks that were not fetched do not keep the others from holding. */
export function foundOf(
  kind: 'transaction' | 'block',
  { planned, results, broken }: Verification,
  isLeft: boolean,
): ReadonlyMap<RungId, RungStatus> {
  const statusOf = (id: StepId): StepStatus | 'running' => {
    const result = results.get(id);
    if (result === undefined) return broken ? 'skipped' : 'running';
    return FAR.has(result.reason?.code) ? 'passed' : result.status;
  };
  const found = new Map<RungId, RungStatus>();
  for (const id of planned) {
    const rung = RUNGS[kind](id);
    const [before, status] = [found.get(rung) ?? 'passed', statusOf(id)];
    found.set(rung, ORDER.indexOf(status) < ORDER.indexOf(before) ? status : before);
  }
  if (isLeft) found.set('placed', 'left');
  const above = found.get('above');
  // The cost of reversing a block follows from the blocks on top.
  if (above !== undefined) found.set('cost', above);
  return found;
}
