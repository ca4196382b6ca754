import type { CheckId, CheckResult } from './model.ts';
import type { Evidence } from './offline/evidence.ts';
import type { OfflineInput } from './offline/parse.ts';
import type { BlockSubject } from './plans/block.ts';
import type { TransactionSubject } from './plans/transaction.ts';

/** What a page asks its worker to verify. One worker does one at a time. */
export type Order =
  | { readonly kind: 'transaction'; readonly baseUrl: string; readonly subject: TransactionSubject }
  | { readonly kind: 'block'; readonly baseUrl: string; readonly subject: BlockSubject }
  /** Asks nobody. */
  | { readonly kind: 'offline'; readonly input: OfflineInput };

/** What the worker tells. `run` is the number that the page gave the order, so that late news are known as such. */
export type News =
  | { readonly kind: 'plan'; readonly ids: readonly CheckId[] }
  | { readonly kind: 'begin'; readonly id: CheckId }
  | { readonly kind: 'progress'; readonly id: CheckId; readonly done: number; readonly total: number }
  | { readonly kind: 'result'; readonly result: CheckResult }
  | { readonly kind: 'done'; readonly evidence: Evidence | undefined };

export interface Numbered<Content> {
  readonly run: number;
  readonly content: Content;
}
