import { ConsensusError, ProtocolError } from '@cairn/protocol';
import { failureOf } from '../../site/failure.ts';
import type { ApiSource, Limits } from './api-source.ts';
import type { ReasonCode, StepId } from './finding.texts.ts';
import type { Difference, Finding, ProofFile, Reason } from './proof.ts';
import { type Place, type Walk, WalkError } from './walk.ts';

/** What a proof is made from, and where it notes what it finds. */
export interface ProofContext {
  readonly source: ApiSource;
  readonly walk: Walk;
  readonly findings: Findings;
  readonly limits: Limits;
}

/** What was proven. */
export interface Proven<Value> {
  /** The value by the walk's tip of now; absent if nothing was proven. */
  readonly value?: (() => Value) | undefined;
  /** The block that the depth is counted from, if it is in the walk's chain: also below its first header (`linkBack`). */
  readonly block?: Place | undefined;
  readonly receipt?: ProofFile | undefined;
}

/** Thrown if something that a proof needs is not available. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly code: ReasonCode;

  constructor(code: ReasonCode) {
    super(code);
    this.code = code;
  }
}

/**
 * The findings of one proof, in order. What is noted belongs to the finding that was begun last; a finding passes unless
 * something limits or breaks it.
 *
 * @example
 * findings.begin('contents');
 * findings.count(300);
 * findings.limit('many_transfers', { count: 20 });
 * findings.end();
 */
export class Findings {
  readonly all: Finding[] = [];
  readonly #onChange: () => void;

  /** @param onChange called when a finding begins or ends, and with its progress */
  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  get hasFailed(): boolean {
    return this.all.some(isBroken);
  }

  /** Begins the next finding, and ends the one before. */
  begin(id: StepId): void {
    this.end();
    this.all.push({ id, status: 'running', reasons: [], problems: [], differences: [] });
    this.#onChange();
  }

  end(): void {
    const last = this.all.at(-1);
    if (last?.status === 'running') this.#end(last, last.reasons.length > 0 ? 'limited' : 'passed');
  }

  readonly progress = (done: number, total: number): void => {
    this.#last.progress = Math.min(1, done / Math.max(1, total));
    this.#onChange();
  };

  /** Notes how many headers, transactions or signatures it is about. */
  count(count: number): void {
    this.#last.count = count;
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
  compare(said: unknown, computed: unknown, ignored: readonly string[] = []): void {
    this.#last.differences.push(...differencesOf(said, computed, ignored));
  }

  /**
   * Ends the finding that was begun last with what broke it: an error of the protocol package or of the walk is a failure, one of
   * the API leaves it skipped. @throws the error if it is a bug
   */
  breakOff(error: unknown): void {
    const last = this.#last;
    const isOfRules = error instanceof ProtocolError || error instanceof ConsensusError;
    if (isOfRules || error instanceof WalkError) last.problems.push(error.message);
    if (!isOfRules) last.reasons.push({ code: reasonOf(error) });
    this.#end(last, 'skipped');
  }

  get #last(): Finding {
    return this.all.at(-1)!;
  }

  #end(finding: Finding, status: Finding['status']): void {
    finding.progress = undefined;
    finding.status = isBroken(finding) ? 'failed' : status;
    this.#onChange();
  }
}

const isBroken = ({ problems, differences }: Finding) => problems.length + differences.length > 0;

/** Errors of the API that have a reason of their own. */
const API_REASONS: Readonly<Record<string, ReasonCode>> = {
  proofs_unavailable: 'proofs_unavailable',
  not_found: 'not_supported',
};

/** The reason for an error of the walk, the API or the connection. @throws the error if it is a bug */
function reasonOf(error: unknown): ReasonCode {
  if (error instanceof Unavailable || error instanceof WalkError) return error.code;
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'fault':
      throw error;
    case 'not_found':
      return 'gone';
    case 'refused':
      return API_REASONS[failure.code] ?? 'refused';
    case 'unreachable':
      return failure.slow ? 'slow' : 'unreachable';
    case 'unreadable':
      return 'unreadable';
    default:
      return 'refused';
  }
}

/** Fields that the API's contract lets a server leave out, and a block's list, which the page or the proof may not have. */
const OPTIONAL = new Set(['is_coinbase', 'direction', 'merkle_root', 'network', 'tip_id', 'transactions']);

function differencesOf(
  said: unknown,
  computed: unknown,
  ignored: readonly string[],
  path = '',
): Difference[] {
  if (isBranch(said) && isBranch(computed)) {
    const names = new Set([...Object.keys(said), ...Object.keys(computed)]);
    return [...names]
      .filter((name) => !ignored.includes(name) && !(isLeftOut(name, said, computed) && OPTIONAL.has(name)))
      .flatMap((name) =>
        differencesOf(said[name], computed[name], ignored, path === '' ? name : `${path}.${name}`),
      );
  }
  const [one, other] = [said, computed].map((value) => JSON.stringify(value) ?? '—');
  return one === other ? [] : [{ field: path, said: plain(one!), computed: plain(other!) }];
}

const isLeftOut = (name: string, ...values: readonly Readonly<Record<string, unknown>>[]) =>
  values.some((value) => value[name] === undefined);

const plain = (json: string) => json.replace(/^"(.*)"$/, '$1');

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
