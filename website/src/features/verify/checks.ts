import { ConsensusError, ProtocolError } from '@cairn/protocol';
import { failureOf } from '../../site/failure.ts';
import type { ApiSource, Limits } from './api-source.ts';
import type { Check, Difference, ProofFile, Reason } from './proof.ts';
import type { CheckId, ReasonCode } from './seal.texts.ts';
import { type Place, type Walk, WalkError } from './walk.ts';

/** What a proof is made from, and where it notes what it finds. */
export interface ProofContext {
  readonly source: ApiSource;
  readonly walk: Walk;
  readonly checks: Checks;
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
 * The checks of one proof, in order. What is noted belongs to the one that was begun last; it passes unless something limits or
 * breaks it.
 *
 * @example
 * checks.begin('contents');
 * checks.count(300);
 * checks.limit('many_transfers', { count: 20 });
 * checks.end();
 */
export class Checks {
  readonly all: Check[] = [];
  readonly #onChange: () => void;

  /** @param onChange called when a check begins or ends, and with its progress */
  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  get hasFailed(): boolean {
    return this.all.some(isBroken);
  }

  /** Begins the next check, and ends the one before. */
  begin(id: CheckId): void {
    this.end();
    this.all.push({ id, status: 'running', reasons: [], problems: [], differences: [] });
    this.#onChange();
  }

  end(): void {
    const last = this.all.at(-1);
    if (last?.status === 'running') this.#end(last, last.reasons.length > 0 ? 'limited' : 'passed');
  }

  /** Adds a remark, which the verdict does not depend on, and ends the check before. */
  note(id: CheckId): void {
    this.begin(id);
    this.#end(this.#last, 'note');
  }

  /** Names the check anew, once it is known what it is of. */
  rename(id: CheckId): void {
    this.#last.id = id;
  }

  /** @param done how many headers, transactions or rows of all that are to be read */
  readonly progress = (done: number, total: number): void => {
    this.#last.progress = Math.min(1, done / Math.max(1, total));
    this.#onChange();
  };

  /** Notes how many headers, transactions or rows it is about. @param of so many in all */
  count(count: number, of = count): void {
    Object.assign(this.#last, { count, of });
  }

  /** Says that a part was not proven. */
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
   * Ends the check that was begun last with what broke it: an error of the protocol package or of the walk is a failure, one of
   * the API leaves it skipped. @throws the error if it is a bug
   */
  breakOff(error: unknown): void {
    const last = this.#last;
    const isOfRules = error instanceof ProtocolError || error instanceof ConsensusError;
    if (isOfRules || error instanceof WalkError) last.problems.push(error.message);
    if (!isOfRules) last.reasons.push({ code: reasonOf(error) });
    this.#end(last, 'skipped');
  }

  get #last(): Check {
    return this.all.at(-1)!;
  }

  #end(check: Check, status: Check['status']): void {
    check.progress = undefined;
    check.status = isBroken(check) ? 'failed' : status;
    this.#onChange();
  }
}

const isBroken = ({ problems, differences }: Check) => problems.length + differences.length > 0;

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
  path: readonly string[] = [],
): Difference[] {
  if (isBranch(said) && isBranch(computed)) {
    const isLeftOut = (name: string) => said[name] === undefined || computed[name] === undefined;
    return [...new Set([...Object.keys(said), ...Object.keys(computed)])]
      .filter((name) => !ignored.includes(name) && !(OPTIONAL.has(name) && isLeftOut(name)))
      .flatMap((name) => differencesOf(said[name], computed[name], ignored, [...path, name]));
  }
  const [one, other] = [said, computed].map((value) => JSON.stringify(value) ?? '—');
  const plain = (json: string) => json.replace(/^"(.*)"$/, '$1');
  return one === other ? [] : [{ field: path.join('.'), said: plain(one!), computed: plain(other!) }];
}

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
