/** Messages between a page and the worker that verifies it. */
import type { StepId, StepResult } from './findings.ts';
import type { GivenInput, Receipt } from './input.ts';
import type { KeptRecord } from './kept-chain.ts';
import type { BlockSubject, TransactionSubject } from './pages.ts';

interface OfApi {
  readonly baseUrl: string;
  /** Headers that this session has checked. */
  readonly kept: KeptRecord | undefined;
}

/** Request of a page to its worker. A worker handles one at a time. */
export type Order =
  | (OfApi & { readonly kind: 'transaction'; readonly subject: TransactionSubject })
  | (OfApi & { readonly kind: 'block'; readonly subject: BlockSubject })
  /** Asks nothing of the API. */
  | { readonly kind: 'offline'; readonly input: GivenInput };

/** Messages of the worker. */
export type News =
  | { readonly kind: 'plan'; readonly ids: readonly StepId[] }
  | { readonly kind: 'begin'; readonly id: StepId }
  | { readonly kind: 'progress'; readonly id: StepId; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly result: StepResult }
  | { readonly kind: 'kept'; readonly record: KeptRecord }
  | { readonly kind: 'done'; readonly receipt: Receipt | undefined };

/** `run` is the number that the page gave the order, so that late messages are recognized. */
export interface Numbered<Content> {
  readonly run: number;
  readonly content: Content;
}
