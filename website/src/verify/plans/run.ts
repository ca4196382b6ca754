import { ConsensusError, ProtocolError } from '@cairn/protocol';
import { skipped } from '../checks/result.ts';
import type { CheckId, CheckResult } from '../model.ts';
import { reasonOf } from '../source.ts';

/** What a verification tells while it works. */
export interface Listener {
  /** Called once, before anything else: the checks in the order in which they run. */
  plan: (ids: readonly CheckId[]) => void;
  begin: (id: CheckId) => void;
  /** How far the running check is. */
  progress: (id: CheckId, done: number, total: number) => void;
  result: (result: CheckResult) => void;
}

/** One planned check. */
export interface Planned {
  readonly id: CheckId;
  readonly run: () => CheckResult | Promise<CheckResult>;
}

/**
 * Runs the checks one after another and reports each. A check whose inputs the API does not give is skipped with the
 * reason; bytes that cannot be read fail it; a fault of this program skips it and is reported as uncaught.
 */
export async function runPlan(planned: readonly Planned[], listener: Listener): Promise<CheckResult[]> {
  listener.plan(planned.map(({ id }) => id));
  const results: CheckResult[] = [];
  for (const { id, run } of planned) {
    listener.begin(id);
    const result = await guarded(id, run);
    results.push(result);
    listener.result(result);
  }
  return results;
}

async function guarded(id: CheckId, run: Planned['run']): Promise<CheckResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ConsensusError) {
      return { id, status: 'failed', facts: [], differences: [], problems: [error.message] };
    }
    const reason = reasonOf(error);
    if (reason !== undefined) return skipped(id, reason);
    queueMicrotask(() => {
      throw error;
    });
    return skipped(id, { code: 'fault' });
  }
}

/** Asks at most once; everyone who needs it gets the same answer or the same failure. */
export function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  return () => (asked ??= ask());
}
