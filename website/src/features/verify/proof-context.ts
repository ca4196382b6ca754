import type { BlockId } from '@cairn/protocol';
import type { ApiSource, Limits } from './api-source.ts';
import type { Findings } from './findings.ts';
import type { Receipt } from './proof.ts';
import type { Walk } from './walk.ts';

/** What a proof is made from, and where it notes what it finds. */
export interface ProofContext {
  readonly source: ApiSource;
  readonly walk: Walk;
  readonly findings: Findings;
  readonly limits: Limits;
}

/** What was proven. */
export interface Proven<Value> {
  /** Absent if nothing was. */
  readonly value?: Value | undefined;
  /** The block that the depth is counted from, if it is in the walk's chain: also below its first header (`linkBack`). */
  readonly block?: { readonly height: number; readonly id: BlockId } | undefined;
  readonly receipt?: Receipt | undefined;
}
