import { type BlockId, ConsensusError, ProtocolError } from '@cairn/protocol';
import { failureOf } from '../../site/failure.ts';
import type { steps } from './steps.texts.ts';

/**
 * Steps of a verification and their results. Results contain no texts, only names for which the page has messages, and can
 * be posted between threads.
 */

type MessageKey = keyof typeof steps;
type NameAfter<Prefix extends string, Key = MessageKey> = Key extends `${Prefix}.${infer Name}`
  ? Name
  : never;
type NameBefore<Suffix extends string, Key = MessageKey> = Key extends `${infer Name}.${Suffix}`
  ? Name
  : never;
export type StepId = NameBefore<'how'>;
type FactName = NameAfter<'fact'>;
type ReasonCode = NameAfter<'reason'>;

/** One computed value: a count, an amount in pebbles (`bigint`) or a text. */
export interface Fact {
  readonly name: FactName;
  readonly value: string | number | bigint;
}

/** A value of the API, or of the user's input, that differs from the computed one. */
export interface Difference {
  /** The API's name of the field, such as `value`. */
  readonly field: string;
  readonly shown: string;
  /** Value that was computed or read from the bytes. */
  readonly computed: string;
}

/** Why something was not checked, or only in part. */
interface Reason {
  readonly code: ReasonCode;
  /** Number in the reason's sentence, if any. */
  readonly count?: number | undefined;
  /** Of `page_behind`: the tip with which the page has to load its data again. */
  readonly tip?: BlockId | undefined;
}

/**
 * Status of a step, of a claim that several steps bear out, or of a whole verification.
 *
 * - `waiting`, `running`: not ended yet
 * - `passed`: everything was computed, and agrees
 * - `limited`: all computed values agree, but a part was not checked; `reason` says why
 * - `failed`: something differs or breaks a rule
 * - `skipped`: it could not be computed; `reason` says why
 */
export type Status = 'waiting' | 'running' | 'passed' | 'limited' | 'failed' | 'skipped';

/** Status of steps that have begun, together. */
export type Verdict = Exclude<Status, 'waiting'>;

/** A step as the page shows it, before and after it has run. */
export interface StepState {
  readonly id: StepId;
  readonly status: Status;
  /** Progress of a running step, from 0 to 1. */
  readonly progress?: number | undefined;
  readonly facts: readonly Fact[];
  readonly differences: readonly Difference[];
  /** Broken rules, in the words of the protocol package (English, technical). */
  readonly problems: readonly string[];
  readonly reason?: Reason | undefined;
}

/** A step without findings. */
export function emptyStep(id: StepId, status: Status, reason?: Reason): StepState {
  return { id, status, facts: [], differences: [], problems: [], reason };
}

type Value = string | number | boolean;

/** Collects the results of one step. */
export class Findings {
  readonly facts: Fact[] = [];
  readonly differences: Difference[] = [];
  readonly problems: string[] = [];
  /** Why a part was not checked, such as a limit or a missing header. */
  limit: Reason | undefined;
  /** Asked at the end if something is wrong: throws `Unavailable` if chain or page have moved since the data was asked for. */
  excuse: (() => Promise<void>) | undefined;
  /** Reports the progress of the step. */
  readonly progress: (done: number, total: number) => void;

  constructor(progress: (done: number, total: number) => void = () => undefined) {
    this.progress = progress;
  }

  get isGood(): boolean {
    return this.differences.length + this.problems.length === 0;
  }

  /** Notes a computed value, if there is one. */
  note(name: FactName, value: Fact['value'] | undefined): void {
    if (value !== undefined) this.facts.push({ name, value });
  }

  /** Notes a difference if the values are not the same. */
  compare(field: string, shown: Value, computed: Value): void {
    if (shown === computed) return;
    this.differences.push({ field, shown: String(shown), computed: String(computed) });
  }

  /** Compares shown fields with computed ones of the same names, without absent and null ones: some are optional. */
  compareAll<Name extends string>(
    shown: { readonly [Field in NoInfer<Name>]?: Value | null | undefined },
    computed: Readonly<Record<Name, Value>>,
    prefix = '',
  ): void {
    for (const name of Object.keys(computed) as Name[]) {
      this.compare(prefix + name, shown[name] ?? computed[name], computed[name]);
    }
  }
}

/** True for an error that the protocol package throws for malformed bytes or a broken rule. */
export function isBrokenRule(error: unknown): error is ProtocolError | ConsensusError {
  return error instanceof ProtocolError || error instanceof ConsensusError;
}

/** A step to run: `run` fills the findings. */
export interface Step {
  readonly id: StepId;
  readonly run: (findings: Findings) => void | Promise<void>;
}

/** What was proven, as a file that can be handed on and is checked without the API. */
export interface Proof {
  /** Name of the file. */
  readonly name: string;
  /** Text of the file; that of a transaction fits into a link. */
  readonly text: string;
}

/** The steps of a page, in order, and the proof that follows from their results, if any. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly prove?: (results: readonly StepState[]) => Promise<Proof | undefined>;
}

/**
 * Runs the steps one after another. A step fails if something differs or a check of the protocol package throws, and nothing
 * excuses it. Otherwise, it is skipped if the API does not provide its inputs. A bug in a step also skips it, and is rethrown
 * as an uncaught error.
 */
export async function runSteps(
  steps: readonly Step[],
  onChange: (steps: readonly StepState[]) => void,
): Promise<readonly StepState[]> {
  let states: readonly StepState[] = steps.map(({ id }) => emptyStep(id, 'waiting'));
  for (const [place, { id, run }] of steps.entries()) {
    const set = (next: StepState) => {
      states = states.with(place, next);
      onChange(states);
    };
    const running = emptyStep(id, 'running');
    set(running);
    const findings = new Findings((done, total) => set({ ...running, progress: Math.min(1, done / total) }));
    set(await resultOf({ id, run }, findings));
  }
  return states;
}

async function resultOf({ id, run }: Step, findings: Findings): Promise<StepState> {
  let missing: Reason | undefined;
  try {
    await run(findings);
  } catch (error) {
    if (isBrokenRule(error)) findings.problems.push(error.message);
    else missing = reasonOf(error);
  }
  if (!findings.isGood) {
    try {
      await findings.excuse?.();
    } catch (error) {
      return emptyStep(id, 'skipped', reasonOf(error));
    }
  }
  const { facts, differences, problems, limit } = findings;
  if (!findings.isGood) return { id, status: 'failed', facts, differences, problems };
  if (missing !== undefined) return emptyStep(id, 'skipped', missing);
  return { id, status: limit ? 'limited' : 'passed', facts, differences, problems, reason: limit };
}

/** Thrown if something that a step needs is not available; the step is then skipped with this reason. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly reason: Reason;

  constructor(code: ReasonCode, rest: Omit<Reason, 'code'> = {}) {
    super(code);
    this.reason = { code, ...rest };
  }
}

/** Error codes of the API that have a reason of their own. */
const API_REASONS: Readonly<Record<string, ReasonCode>> = {
  proofs_unavailable: 'proofs_unavailable',
  not_found: 'not_supported',
};

/** The reason for an error of the API, the connection or this program. */
function reasonOf(error: unknown): Reason {
  if (error instanceof Unavailable) return error.reason;
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'not_found':
      return { code: 'gone' };
    case 'refused':
      return { code: API_REASONS[failure.code] ?? 'refused' };
    case 'unreachable':
      return { code: failure.slow ? 'slow' : 'unreachable' };
    case 'unreadable':
    case 'fault':
      return { code: failure.kind };
    default:
      return { code: 'refused' };
  }
}

/**
 * Status of several steps together. `passed` although a step is `limited` by blocks of the chain that are too far away to be
 * fetched: an old block of a long chain is no less in it.
 * @param hasEnded false while steps are to come: `running` then, or `failed` as soon as one has failed
 */
export function statusOf(steps: readonly StepState[], hasEnded = steps.every(isEnded)): Verdict {
  if (steps.some(({ status }) => status === 'failed')) return 'failed';
  if (!hasEnded) return 'running';
  if (!checksOf(steps).some(isChecked)) return 'skipped';
  const isWhole = steps.every((step) => step.status === 'passed' || isFar(step));
  return isWhole ? 'passed' : 'limited';
}

/** The steps that check something: the network's only compares what the API says with what it says elsewhere. */
export function checksOf(steps: readonly StepState[]): readonly StepState[] {
  return steps.filter(({ id }) => id !== 'network');
}

const isEnded = ({ status }: StepState) => status !== 'waiting' && status !== 'running';

/** True for a step that passed, except for blocks that are too far away to be fetched. */
export function isFar({ status, reason }: StepState): boolean {
  return status === 'limited' && reason?.code === 'far';
}

/** True for a step that has passed, at least in part. */
export function isChecked({ status }: StepState): boolean {
  return status === 'passed' || status === 'limited';
}

/** Calls a function once, with the arguments of the first caller: all callers get the same answer or failure. */
export function once<Input extends unknown[], Output>(
  ask: (...input: Input) => Promise<Output>,
): (...input: Input) => Promise<Output> {
  let asked: Promise<Output> | undefined;
  return (...input) => (asked ??= ask(...input));
}
