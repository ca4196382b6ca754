/**
 * Steps of a verification and their results. Results contain no texts, only names for which the page has messages, and can
 * be posted between threads.
 */
import { ApiError, TransportError } from '@cairn/api/explorer';
import { ConsensusError, ProtocolError } from '@cairn/protocol';

/** All steps of verifications. The catalogue has a title and an explanation for each. */
export const STEP_IDS = [
  'network',
  'transaction',
  'signature',
  'coinbase',
  'place',
  'header',
  'contents',
  'reward',
  'transfers',
  'rows',
  'chain',
  'above',
  'message',
] as const;
export type StepId = (typeof STEP_IDS)[number];

/**
 * - `passed`: everything was computed, and agrees
 * - `limited`: what was computed agrees, but a limit left something out; `reason` says which
 * - `failed`: something differs or breaks a rule
 * - `skipped`: it could not be computed; `reason` says why
 */
export type StepStatus = 'passed' | 'limited' | 'failed' | 'skipped';

/** A value of the API, or of the user's input, that differs from the computed one. */
export interface Difference {
  /** The API's name of the field, such as `value`. */
  readonly field: string;
  readonly shown: string;
  /** Value that was computed or read from the bytes. */
  readonly computed: string;
}

/** Names of computed values that a step reports. The catalogue has a text for each. */
export const FACT_NAMES = [
  'network',
  'source',
  'bytes',
  'digest',
  'signature',
  'publicKey',
  'address',
  'id',
  'root',
  'leaves',
  'index',
  'path',
  'target',
  'bits',
  'work',
  'count',
  'size',
  'subsidy',
  'fees',
  'reward',
  'walked',
  'tip',
  'signatures',
  'fields',
  'rule',
] as const;
export type FactName = (typeof FACT_NAMES)[number];

/** One computed value. Numbers are counts, shown in the page's number format. */
export interface Fact {
  readonly name: FactName;
  readonly value: string | number;
}

/** Value of the fact `source` for the user's input; the page shows a text instead. */
export const INPUT_SOURCE = '—';

/** Why something was not checked, or only in part. The catalogue has a sentence for each. */
export const REASON_CODES = [
  'unreachable',
  'slow',
  'refused',
  'unreadable',
  'not_supported',
  'gone',
  'stopped',
  'large_block',
  'many_transfers',
  'far_genesis',
  'far_tip',
  'samples',
  'fees_unknown',
  'moving_tip',
  'size_unknown',
  'header_missing',
  'parent_missing',
  'network_unknown',
  'fault',
] as const;
type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  readonly code: ReasonCode;
  /** Number in the reason's sentence, if any. */
  readonly count?: number | undefined;
}

export interface StepResult {
  readonly id: StepId;
  readonly status: StepStatus;
  readonly facts: readonly Fact[];
  readonly differences: readonly Difference[];
  /** Broken rules, in the words of the protocol package (English, technical). */
  readonly problems: readonly string[];
  readonly reason?: Reason | undefined;
}

/** Collects the results of one step. */
export class Findings {
  facts: Fact[] = [];
  differences: Difference[] = [];
  problems: string[] = [];
  /** Set if a limit left something out. */
  limit: Reason | undefined;

  get isGood(): boolean {
    return this.differences.length + this.problems.length === 0;
  }

  /** Removes everything, so that the step can run again. */
  clear(): void {
    [this.facts, this.differences, this.problems, this.limit] = [[], [], [], undefined];
  }

  /** Notes a computed value. */
  note(name: FactName, value: string | number): void {
    this.facts.push({ name, value });
  }

  /** Notes a difference if the values are not the same. @returns true if they are */
  compare(field: string, shown: string | number | boolean, computed: string | number | boolean): boolean {
    if (shown === computed) return true;
    this.differences.push({ field, shown: String(shown), computed: String(computed) });
    return false;
  }

  /** Runs a check of the protocol package, and notes its error. @returns the check's result; `undefined` after an error */
  rule<Value>(check: () => Value): Value | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.problems.push(error.message);
      return undefined;
    }
  }
}

/** A step to run: `run` fills the findings. */
export interface Step {
  readonly id: StepId;
  readonly run: (findings: Findings) => void | Promise<void>;
}

/** Progress messages of a verification. */
export interface Listener {
  /** Called once, before anything else: the steps in the order in which they run. */
  plan: (ids: readonly StepId[]) => void;
  begin: (id: StepId) => void;
  /** Progress of the running step. */
  progress: (id: StepId, done: number, total: number) => void;
  result: (result: StepResult) => void;
}

/**
 * Runs the steps one after another and reports each result. A step fails if something differs or bytes cannot be decoded.
 * Otherwise, it is skipped if the API does not provide its inputs. A bug skips it too, and is rethrown as uncaught.
 */
export async function runSteps(steps: readonly Step[], listener: Listener): Promise<StepResult[]> {
  listener.plan(steps.map(({ id }) => id));
  const results: StepResult[] = [];
  for (const step of steps) {
    listener.begin(step.id);
    const result = await runStep(step);
    results.push(result);
    listener.result(result);
  }
  return results;
}

async function runStep({ id, run }: Step): Promise<StepResult> {
  const findings = new Findings();
  let missing: Reason | undefined;
  try {
    await run(findings);
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ConsensusError) {
      findings.problems.push(error.message);
    } else {
      missing = reasonOf(error);
      if (missing === undefined) {
        missing = { code: 'fault' };
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
  const { facts, differences, problems, limit } = findings;
  if (!findings.isGood) return { id, status: 'failed', facts, differences, problems };
  if (missing !== undefined) return skipped(id, missing);
  const status = limit === undefined ? 'passed' : 'limited';
  return { id, status, facts, differences, problems, reason: limit };
}

/** A step that could not run. */
export function skipped(id: StepId, reason: Reason): StepResult {
  return { id, status: 'skipped', facts: [], differences: [], problems: [], reason };
}

/** Thrown if something that a step needs is not available; the step is then skipped with this reason. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly reason: Reason;

  constructor(code: ReasonCode, count?: number) {
    super(code);
    this.reason = { code, count };
  }
}

const GONE: ReadonlySet<string> = new Set(['block_not_found', 'transaction_not_found']);

/** The reason for an error of the API or the connection; `undefined` for any other error. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof Unavailable) return error.reason;
  if (error instanceof ApiError) {
    if (GONE.has(error.code)) return { code: 'gone' };
    return { code: error.code === 'not_found' ? 'not_supported' : 'refused' };
  }
  if (!(error instanceof TransportError)) return undefined;
  if (error.kind === 'timeout') return { code: 'slow' };
  return { code: error.kind === 'network' ? 'unreachable' : 'unreadable' };
}

/** Number of steps by status. */
export interface Tally {
  readonly total: number;
  readonly passed: number;
  readonly limited: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts the results by status. @param total steps that were planned */
export function tallyOf(results: readonly StepResult[], total: number): Tally {
  const count = (status: StepStatus) => results.filter((result) => result.status === status).length;
  const [passed, limited, failed] = [count('passed'), count('limited'), count('failed')];
  return { total, passed, limited, failed, skipped: count('skipped') };
}

/**
 * Verdict on a page. `verified` only if every planned step passed without a limit; a single failed step makes it
 * `differs`.
 */
export type Verdict = 'verified' | 'partly' | 'differs' | 'unchecked';

export function verdictOf({ total, passed, limited, failed }: Tally): Verdict {
  if (failed > 0) return 'differs';
  if (total > 0 && passed === total) return 'verified';
  return passed + limited > 0 ? 'partly' : 'unchecked';
}

/** Makes a request at most once: all callers get the same answer or failure. */
export function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  return () => (asked ??= ask());
}
