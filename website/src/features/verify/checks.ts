import type { ExplorerClient } from '@cairn/api/explorer';
import type { Limits } from './limits.ts';
import { problemOf, reasonOf } from './proof-error.ts';
import type { Place } from './recomputed.ts';
import type { CheckedHeader } from './decode.ts';
import type { Walk } from './walk.ts';
import type { Check, Difference, ProofFile, Reason } from './proof.ts';
import type { CheckId, ReasonCode } from './seal.texts.ts';

/** What a proof is made from, and where it notes what it finds. */
export interface ProofContext {
  readonly api: ExplorerClient;
  readonly walk: Walk;
  readonly checks: Checks;
  readonly limits: Limits;
}

/** The place of a header's block in the chain; what is too far below the walk limits the check. @throws as `Walk.place` */
export async function placeOf(
  { walk, checks }: Pick<ProofContext, 'walk' | 'checks'>,
  header: CheckedHeader,
): Promise<Place | undefined> {
  const place = await walk.place(header);
  if (place === undefined) checks.limit('far', { count: walk.from - header.header.height });
  return place;
}

/** What was proven. */
export interface Proven<Value> {
  /** The value by the walk's tip of now; absent if nothing was proven. */
  readonly value?: (() => Value) | undefined;
  /** The block that the depth is counted from, if it is in the walk's chain: also below its first header. */
  readonly block?: Place | undefined;
  readonly receipt?: ProofFile | undefined;
}

/**
 * The checks of one proof, in order. What is noted belongs to the one that was begun last; it passes unless something limits or
 * breaks it.
 *
 * @example
 * checks.begin('history');
 * checks.count(300, 1_000);
 * checks.limit('deep_page', { count: 300 });
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
    return this.all.some(({ status }) => status === 'failed');
  }

  /** Begins the next check, and ends the one before. */
  begin(id: CheckId): void {
    this.end();
    this.all.push({ id, status: 'running', reasons: [], problems: [], differences: [] });
    this.#onChange();
  }

  /** Ends the check that was begun last. @param status what has become of it if nothing limits or breaks it */
  end(status: Check['status'] = 'passed'): void {
    const last = this.all.at(-1);
    if (last?.status !== 'running') return;
    const isBroken = last.problems.length + last.differences.length > 0;
    const isLimited = status === 'passed' && last.reasons.length > 0;
    last.status = isBroken ? 'failed' : isLimited ? 'limited' : status;
    last.progress = undefined;
    this.#onChange();
  }

  /** Adds a remark, which the verdict does not depend on. */
  note(id: CheckId): void {
    this.begin(id);
    this.end('note');
  }

  /** Names the check anew, once it is known what it is of. */
  rename(id: CheckId): void {
    this.#last.id = id;
  }

  /** @param done how many headers or rows of all that are to be read */
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

  /** Notes each leaf in which two plain values differ, as they are in JSON; what either leaves out is not compared. */
  compare(said: unknown, computed: unknown): void {
    this.#last.differences.push(...differencesOf(said, computed));
  }

  /** Ends the check that was begun last with what broke it: a broken rule, or something that is not to be had. @throws a bug */
  breakOff(error: unknown): void {
    const [problem, code] = [problemOf(error), reasonOf(error)];
    if (problem !== undefined) this.problem(problem);
    if (code !== undefined) this.limit(code);
    this.end('skipped');
  }

  get #last(): Check {
    return this.all.at(-1)!;
  }
}

function differencesOf(said: unknown, computed: unknown, path: readonly string[] = []): Difference[] {
  if (said === undefined || computed === undefined) return [];
  if (isBranch(said) && isBranch(computed)) {
    // Of a list its length, too.
    return [...Object.getOwnPropertyNames(said)].flatMap((name) =>
      differencesOf(said[name], computed[name], [...path, name]),
    );
  }
  const [one, other] = [said, computed].map((value) => JSON.stringify(value));
  const plain = (json: string) => json.replace(/^"(.*)"$/, '$1');
  return one === other ? [] : [{ field: path.join('.'), said: plain(one!), computed: plain(other!) }];
}

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
