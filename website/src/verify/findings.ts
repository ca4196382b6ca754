/**
 * Result of a page's verification, without texts: the worker computes it, the page puts it into the reader's
 * language. Everything here can be posted between threads.
 */
import { ApiError, TransportError } from '@cairn/api/explorer';
import { ConsensusError, ProtocolError } from '@cairn/protocol';

/** The steps of which every verification is made. The catalogue has a title and an explanation for each. */
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
 * - `passed`: computed here, and everything agrees
 * - `limited`: everything computed agrees, but a limit kept it from covering all; `reason` says which
 * - `failed`: something differs or breaks a rule
 * - `skipped`: it could not be computed; `reason` says why
 */
export type StepStatus = 'passed' | 'limited' | 'failed' | 'skipped';

/** Something the API said that is not what its bytes say. */
export interface Difference {
  /** Name of the field as the API calls it, such as `value`. */
  readonly field: string;
  readonly shown: string;
  /** Value that this browser computed or read from the bytes. */
  readonly computed: string;
}

/** Names of what a step reports. The catalogue has a text for each. */
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

/** One line of what was computed. Numbers are counts and are written as the language writes them. */
export interface Fact {
  readonly name: FactName;
  readonly value: string | number;
}

/** Why something was not checked, or not wholly. The catalogue has a sentence for every one. */
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
export type ReasonCode = (typeof REASON_CODES)[number];

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
  /** Consensus rules that are broken, as the protocol package says it (English, technical). */
  readonly problems: readonly string[];
  readonly reason?: Reason | undefined;
}

/** Collects what one step finds. */
export class Findings {
  facts: Fact[] = [];
  differences: Difference[] = [];
  problems: string[] = [];
  /** Set where a limit kept the step from covering all. */
  limit: Reason | undefined;

  get isGood(): boolean {
    return this.differences.length + this.problems.length === 0;
  }

  /** Forgets everything: the step begins again. */
  clear(): void {
    [this.facts, this.differences, this.problems, this.limit] = [[], [], [], undefined];
  }

  /** Notes what was computed. */
  tell(name: FactName, value: string | number): void {
    this.facts.push({ name, value });
  }

  /** Notes a difference unless both are the same. @returns whether they are */
  compare(field: string, shown: string | number | boolean, computed: string | number | boolean): boolean {
    if (shown === computed) return true;
    this.differences.push({ field, shown: String(shown), computed: String(computed) });
    return false;
  }

  /** Runs a rule of the protocol package and notes its refusal. @returns what it returns, if it did not refuse */
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

/** One planned step: `run` fills the findings. */
export interface Step {
  readonly id: StepId;
  readonly run: (findings: Findings) => void | Promise<void>;
}

/** Progress messages of a verification. */
export interface Listener {
  /** Called once, before anything else: the steps in the order in which they run. */
  plan: (ids: readonly StepId[]) => void;
  begin: (id: StepId) => void;
  /** How far the running step is. */
  progress: (id: StepId, done: number, total: number) => void;
  result: (result: StepResult) => void;
}

/**
 * Runs the steps one after another and reports each. A step whose inputs the API does not give is skipped with the
 * reason, unless it had found a lie before; bytes that cannot be read fail it; a fault of this program skips it and is
 * reported as uncaught.
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

/** Something that a step needs is not available; the step is then skipped with this reason. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly reason: Reason;

  constructor(code: ReasonCode, count?: number) {
    super(code);
    this.reason = { code, count };
  }
}

const GONE: ReadonlySet<string> = new Set(['block_not_found', 'transaction_not_found']);

/** Why something asked of the API cannot be checked; `undefined` for an error that is neither the API's nor the connection's. */
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

/** State of a whole verification. */
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
 * Status of a badge. `verified` only if every planned step ran whole and passed: anything less has a word of its own.
 * A difference outweighs everything.
 */
export type Verdict = 'verified' | 'partly' | 'differs' | 'unchecked';

export function verdictOf({ total, passed, limited, failed }: Tally): Verdict {
  if (failed > 0) return 'differs';
  if (total > 0 && passed === total) return 'verified';
  return passed + limited > 0 ? 'partly' : 'unchecked';
}

/** Asks at most once; everyone who needs it gets the same answer or the same failure. */
export function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  return () => (asked ??= ask());
}
