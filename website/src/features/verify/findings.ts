import { ConsensusError, ProtocolError } from '@cairn/protocol';
import { failureOf } from '../../site/failure.ts';
import type { FactName, ReasonCode, StepId } from './finding.texts.ts';
import type { Difference, Fact, Finding, Reason, Status } from './proof.ts';
import { WalkError, type WalkProblem } from './walk.ts';

/** Thrown if something that a proof needs is not available. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly reason: Reason;

  constructor(code: ReasonCode, rest: Omit<Reason, 'code'> = {}) {
    super(code);
    this.reason = { code, ...rest };
  }
}

interface Draft {
  readonly id: StepId;
  status: Status;
  progress?: number | undefined;
  readonly facts: Fact[];
  readonly reasons: Reason[];
  readonly problems: string[];
  readonly differences: Difference[];
}

/**
 * The findings of one proof, in order. What is noted belongs to the finding that was begun last; a finding passes unless
 * something limits or breaks it.
 *
 * @example
 * findings.begin('header');
 * findings.note('height', header.height);
 * findings.end();
 */
export class Findings {
  readonly #drafts: Draft[] = [];
  readonly #onChange: () => void;

  /** @param onChange called when a finding begins or ends, and with its progress */
  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  get all(): readonly Finding[] {
    return this.#drafts.map((draft) => ({ ...draft }));
  }

  get hasFailed(): boolean {
    return this.#drafts.some(({ problems, differences }) => problems.length + differences.length > 0);
  }

  /** Begins the next finding, and ends the one before. */
  begin(id: StepId): void {
    this.end();
    this.#drafts.push({ id, status: 'running', facts: [], reasons: [], problems: [], differences: [] });
    this.#onChange();
  }

  /** Ends the finding that was begun last. */
  end(): void {
    const last = this.#drafts.at(-1);
    if (last?.status !== 'running') return;
    last.progress = undefined;
    if (last.problems.length + last.differences.length > 0) last.status = 'failed';
    else last.status = last.reasons.length > 0 ? 'limited' : 'passed';
    this.#onChange();
  }

  /** Progress of the finding that was begun last. */
  readonly progress = (done: number, total: number): void => {
    this.#last.progress = Math.min(1, done / Math.max(1, total));
    this.#onChange();
  };

  /** Notes a computed value, if there is one. */
  note(name: FactName, value: Fact['value'] | undefined): void {
    if (value !== undefined) this.#last.facts.push({ name, value });
  }

  /** Says that a part was not checked. */
  limit(code: ReasonCode, rest: Omit<Reason, 'code'> = {}): void {
    this.#last.reasons.push({ code, ...rest });
  }

  /** Says that a rule is broken. @param problem English, technical */
  problem(problem: string): void {
    this.#last.problems.push(problem);
  }

  /**
   * Notes each leaf in which two plain values differ, as they are in JSON.
   * @param ignored names of fields that may differ
   */
  compare(said: unknown, computed: unknown, ignored: ReadonlySet<string> = NONE): void {
    this.#last.differences.push(...differencesOf(said, computed, ignored));
  }

  /**
   * Ends the finding that was begun last with what broke it: an error of the protocol package or of the walk is a failure, one of
   * the API leaves it skipped. @throws the error if it is a bug
   */
  breakOff(error: unknown): void {
    const last = this.#last;
    last.progress = undefined;
    if (error instanceof ProtocolError || error instanceof ConsensusError) last.problems.push(error.message);
    else if (error instanceof WalkError) {
      last.problems.push(error.message);
      last.reasons.push({ code: WALK_REASONS[error.code] });
    } else {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      last.reasons.push(reason);
    }
    last.status = last.problems.length + last.differences.length > 0 ? 'failed' : 'skipped';
    this.#onChange();
  }

  get #last(): Draft {
    return this.#drafts.at(-1)!;
  }
}

const WALK_REASONS: Readonly<Record<WalkProblem, ReasonCode>> = {
  network_unknown: 'network_unknown',
  other_network: 'other_network',
  invalid_header: 'invalid_header',
  clock_ahead: 'clock_ahead',
  checkpoint: 'checkpoint',
};

/** Error codes of the API that have a reason of their own. */
const API_REASONS: Readonly<Record<string, ReasonCode>> = {
  proofs_unavailable: 'proofs_unavailable',
  not_found: 'not_supported',
};

/** The reason for an error of the API or the connection; `undefined` for a bug. */
function reasonOf(error: unknown): Reason | undefined {
  if (error instanceof Unavailable) return error.reason;
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'fault':
      return undefined;
    case 'not_found':
      return { code: 'gone' };
    case 'refused':
      return { code: API_REASONS[failure.code] ?? 'refused' };
    case 'unreachable':
      return { code: failure.slow ? 'slow' : 'unreachable' };
    case 'unreadable':
      return { code: 'unreadable' };
    default:
      return { code: 'refused' };
  }
}

const NONE: ReadonlySet<string> = new Set();
/** Fields that the API's contract lets a server leave out, or that are not computed. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'is_coinbase',
  'direction',
  'merkle_root',
  'network',
  'tip_id',
  // Of a block: a list that the page does not have, or that was too large to be fetched.
  'transactions',
]);

function differencesOf(
  said: unknown,
  computed: unknown,
  ignored: ReadonlySet<string>,
  path: readonly string[] = [],
): Difference[] {
  if (isBranch(said) && isBranch(computed)) {
    const names = new Set([...Object.keys(said), ...Object.keys(computed)]);
    return [...names]
      .filter((name) => !ignored.has(name) && !(isLeftOut(name, said, computed) && OPTIONAL.has(name)))
      .flatMap((name) => differencesOf(said[name], computed[name], ignored, [...path, name]));
  }
  const [one, other] = [said, computed].map((value) => JSON.stringify(value) ?? '—');
  return one === other ? [] : [{ field: path.join('.'), said: plain(one!), computed: plain(other!) }];
}

const isLeftOut = (name: string, ...values: readonly Readonly<Record<string, unknown>>[]) =>
  values.some((value) => value[name] === undefined);

const plain = (json: string) => json.replace(/^"(.*)"$/, '$1');

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
