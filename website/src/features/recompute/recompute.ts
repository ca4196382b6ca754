/** What a page and the worker that recomputes its chain tell each other: plain data without texts, posted between threads. */
import type { BlockId, NetworkName } from '@cairn/protocol';
import type { WrongBlock } from '../../site/recomputed.ts';

/** A block by its place, with the work of the chain up to it. */
export interface RecomputedTip {
  readonly network: NetworkName;
  readonly height: number;
  readonly id: BlockId;
  /** Hashes, genesis included. */
  readonly work: bigint;
}

/**
 * Why it does not go on:
 *
 * - `wrong_block`: the block breaks a rule
 * - `moving`: the server's chain changes faster than it is read
 * - `other_branch`: the server's chain leaves this one, and has no more work, or leaves it too far back
 * - `network_unknown`, `other_network`: the server shows a network that this site does not know, or another one than the site's
 * - `empty`: the server has no block
 * - `unreachable`, `refused`, `unreadable`: the server does not answer, refuses, or gives no block
 * - `elsewhere`: another tab of this site is recomputing
 * - `full`: the browser has no room for another block
 * - `unwritable`: it cannot write one for another reason
 */
export type Problem =
  | {
      readonly code: 'wrong_block';
      readonly height: number;
      /** The broken rule (English, technical). */
      readonly rule: string;
      /** Absent for bytes that are not the block of their header: they say nothing of it. */
      readonly block?: WrongBlock | undefined;
    }
  | {
      readonly code:
        | 'moving'
        | 'other_branch'
        | 'network_unknown'
        | 'other_network'
        | 'empty'
        | 'unreachable'
        | 'refused'
        | 'unreadable'
        | 'elsewhere'
        | 'full'
        | 'unwritable';
    };

/** What the worker posts whenever it changes. */
export interface RecomputeState {
  /**
   * - `idle`: nothing is recomputed, and nothing kept
   * - `opening`: blocks of a former visit are read again
   * - `running`: blocks are fetched and validated
   * - `done`: the state at `tip` is recomputed: the server's tip a moment ago
   * - `stopped`: `problem` says why
   */
  readonly kind: 'idle' | 'opening' | 'running' | 'done' | 'stopped';
  /** The newest block whose state is recomputed. */
  readonly tip?: RecomputedTip | undefined;
  /** Height of the server's tip. */
  readonly target?: number | undefined;
  readonly problem?: Problem | undefined;
  /** False if the browser keeps nothing of it: another visit begins anew. */
  readonly isKept: boolean;
}

/** What a page asks: to begin, to follow the chain to another tip, to remove what the browser keeps. */
export type RecomputeRequest =
  | { readonly kind: 'begin'; readonly baseUrl: string; readonly network: NetworkName | undefined }
  | { readonly kind: 'tip' | 'forget' };
