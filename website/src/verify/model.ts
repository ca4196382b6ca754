/**
 * What the verification says of a page, without words: the worker computes it, the page puts it into the reader's
 * language. Everything here can be posted between threads.
 */

/** Each thing that is checked. The catalogue has a title and an explanation for every one. */
export const CHECK_IDS = [
  'network',
  'genesis',
  'transactionId',
  'transactionFields',
  'addresses',
  'signature',
  'senderKey',
  'coinbase',
  'merkleProof',
  'place',
  'blockId',
  'headerFields',
  'work',
  'bits',
  'previousLink',
  'medianTime',
  'merkleRoot',
  'blockSize',
  'reward',
  'transfers',
  'rows',
  'history',
  'links',
  'confirmations',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/**
 * - `passed`: computed here, and everything agrees
 * - `limited`: what was computed agrees, but a limit kept it from covering all; `reason` says which
 * - `failed`: something differs or breaks a rule
 * - `skipped`: it could not be computed; `reason` says why
 */
export type CheckStatus = 'passed' | 'limited' | 'failed' | 'skipped';

/** Something the API said that is not what its bytes say. */
export interface Difference {
  /** Name of the field as the API calls it, such as `value`. */
  readonly field: string;
  /** What the API said, as text. */
  readonly shown: string;
  /** What this browser computed or read from the bytes. */
  readonly computed: string;
}

/** Names of what a step tells of its work. The catalogue has words for every one. */
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
  'previous',
  'time',
  'median',
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
  'large_block',
  'many_transfers',
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
  /** What the reason's sentence counts, if anything. */
  readonly count?: number | undefined;
}

export interface CheckResult {
  readonly id: CheckId;
  readonly status: CheckStatus;
  readonly facts: readonly Fact[];
  readonly differences: readonly Difference[];
  /** Consensus rules that are broken, as the protocol package says it (English, technical). */
  readonly problems: readonly string[];
  readonly reason?: Reason | undefined;
}

/** How a whole verification stands. */
export interface Tally {
  readonly total: number;
  readonly passed: number;
  readonly limited: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts the results by status. @param total checks that were planned */
export function tallyOf(results: readonly CheckResult[], total: number): Tally {
  const count = (status: CheckStatus) => results.filter((result) => result.status === status).length;
  return {
    total,
    passed: count('passed'),
    limited: count('limited'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

/**
 * What a badge may say. `verified` only if every planned check ran whole and passed: anything less has a word of its
 * own. A difference outweighs everything.
 */
export type Verdict = 'verified' | 'partly' | 'differs' | 'unchecked';

export function verdictOf({ total, passed, limited, failed }: Tally): Verdict {
  if (failed > 0) return 'differs';
  if (total > 0 && passed === total) return 'verified';
  return passed + limited > 0 ? 'partly' : 'unchecked';
}
