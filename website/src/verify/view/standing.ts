import type { CheckId, CheckStatus, Verdict } from '../model.ts';
import { type Verification, verdictNow } from '../use-verification.ts';

/** What a rung says: the sender signed, the block holds it, the block is sound, others are on top, the cost to undo it. */
export type RungId = 'signed' | 'placed' | 'mined' | 'contents' | 'above' | 'cost';

/** A rung waits for its checks, runs, or has what they found; `left` for a block that the chain has left. */
export type RungStatus = CheckStatus | 'waiting' | 'running' | 'left';

/**
 * How a page stands: a verdict, or none yet; `walked` where nothing but far blocks on top was left out; `left` where the
 * chain has left the block, whatever was proven of it.
 */
export type Standing = Verdict | 'running' | 'walked' | 'left';

export function standingOf(state: Verification, isLeft: boolean): Standing {
  const verdict = verdictNow(state);
  if (isLeft && verdict !== 'differs') return 'left';
  const rest = [...state.results.values()].filter(({ status }) => status !== 'passed');
  return verdict === 'partly' && rest.every(({ reason }) => reason?.code === 'far_tip') ? 'walked' : verdict;
}

/** The rung that a check belongs to, on each kind of page. */
const RUNGS: Readonly<Record<'transaction' | 'block', (id: CheckId) => RungId>> = {
  transaction: (id) => {
    if (ON_TOP.has(id)) return 'above';
    return SIGNED.has(id) ? 'signed' : 'placed';
  },
  block: (id) => {
    if (ON_TOP.has(id)) return 'above';
    return CONTENTS.has(id) ? 'contents' : 'mined';
  },
};
const ON_TOP: ReadonlySet<CheckId> = new Set(['links', 'confirmations']);
const SIGNED: ReadonlySet<CheckId> = new Set([
  'transactionId',
  'transactionFields',
  'addresses',
  'signature',
  'senderKey',
  'coinbase',
]);
const CONTENTS: ReadonlySet<CheckId> = new Set(['merkleRoot', 'blockSize', 'reward', 'transfers', 'rows']);

/** The worst of some checks decides: a rung passes only once all of its checks have. */
const ORDER: readonly RungStatus[] = ['failed', 'running', 'skipped', 'limited', 'passed'];

/** What the checks found, by rung. Far blocks on top that were not walked do not keep those that were from holding. */
export function foundOf(
  kind: 'transaction' | 'block',
  { planned, results, broken }: Verification,
  isLeft: boolean,
): ReadonlyMap<RungId, RungStatus> {
  const statusOf = (id: CheckId): CheckStatus | 'running' => {
    const result = results.get(id);
    if (result === undefined) return broken ? 'skipped' : 'running';
    return result.reason?.code === 'far_tip' ? 'passed' : result.status;
  };
  const found = new Map<RungId, RungStatus>();
  for (const id of planned) {
    const rung = RUNGS[kind](id);
    const [before, status] = [found.get(rung) ?? 'passed', statusOf(id)];
    found.set(rung, ORDER.indexOf(status) < ORDER.indexOf(before) ? status : before);
  }
  if (isLeft) found.set('placed', 'left');
  const above = found.get('above');
  // What undoing would cost follows from what lies on top.
  if (above !== undefined) found.set('cost', above);
  return found;
}
